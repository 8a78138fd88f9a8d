/** Says which suites could not run here and how to enable them, and closes with the counts on a line of their own. */
module.exports = class ClosingLineReporter {
  constructor(_globalConfig, { skipped }) {
    this.skippedSuites = skipped;
  }

  onRunComplete(_contexts, results) {
    // a suite that does not even load has no tests to count
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const counts = `${results.numPassedTests} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
    // jest prints its own summary after the reporters, and this line is the last one
    process.once('exit', () => {
      for (const suite of this.skippedSuites) console.log(`Skipped ${suite}`);
      console.log(`\n${counts}`);
    });
  }
};
