/** States of a record and the steps between them, by a person, a call or the program; approvals. */
export { codeGiven, machineOf, statesOf } from './states/machine.ts'
export { askerOf, mayEdit } from './states/who.ts'
export { movesOf } from './steps/moves.ts'
export { stepRowsMax, takeSteps, takeStepsEach } from './steps/take-steps.ts'
export { step, stepBy, steps } from './steps/verbs.ts'
export { approvable, holdAction } from './verbs/approvable.ts'
