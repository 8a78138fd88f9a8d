/** Why there is no release; its message is all that the screen has to say of it. */
export class ReleaseFailure extends Error {
  constructor(faults) {
    super(faults.map((fault) => `  ✗ ${fault}`).join('\n'));
  }
}

/** Stops with everything that is wrong at once: who has to mend it should not have to ask four times. */
export const refuseFor = (faults) => {
  if (faults.length > 0) throw new ReleaseFailure(faults);
};
