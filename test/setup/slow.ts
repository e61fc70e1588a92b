/**
 * Hardships of the journeys, for whoever wants to know whether they hold on a machine that is slower, busier or less lucky than this one:
 * `E2E_SLOW=4 E2E_LAG=500 npm test -- test/e2e`. Without these variables nothing of it happens.
 */
const given = (name: string): number => Number(process.env[name] ?? 0) || 0

/** How many times slower the browser is made. What holds at 4 and 6 holds on a slow or busy machine. All limits of waiting grow with it. */
export const timesSlower = Math.max(1, given('E2E_SLOW'))
/** Each question to the server waits up to so long, at random: answers come late and in another order. */
export const lagMsMax = given('E2E_LAG')
/**
 * Before half of a journey's steps so long passes: what was one element when the step came early may be two by then, and what showed for a
 * moment is gone.
 */
export const pauseMs = given('E2E_PAUSE')
/** The first try of each journey ends before this step: the second meets what it left behind. */
export const stumbleAt = given('E2E_STUMBLE')
