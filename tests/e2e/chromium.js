const { accessSync, constants } = require('node:fs');
const path = require('node:path');

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome.exe'];

const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const isExecutable = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const findInstalled = () => {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const places = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...places, ...USUAL_PLACES].find(isExecutable) ?? null;
};

// the one that comes with the development dependencies, packed
const isPackedOneForHere = () => process.platform === 'linux' && process.arch === 'x64';

/** Whether there is a Chromium for the browser tests: named by CHROMIUM_PATH, installed, or unpacked from npm's. */
const isChromiumThere = () =>
  Boolean(process.env.CHROMIUM_PATH) || findInstalled() !== null || isPackedOneForHere();

/** The executable of that Chromium. Unpacks npm's where no other is there, which takes a few seconds once. */
const chromiumPath = async () => {
  const installed = process.env.CHROMIUM_PATH ?? findInstalled();
  if (installed) return installed;
  // it sets what its own fonts need when it is loaded, so only load it where it is used
  return require('@sparticuz/chromium').executablePath();
};

module.exports = { chromiumPath, isChromiumThere };
