/** The server's clock. A desk whose clock is wrong must not show wrong days or times left. */

/** a Date header has whole seconds, and an answer takes its time: less than this is no difference */
const slackMs = 5_000
let aheadMs = 0

/** `date` header of an answer that arrived just now. */
export function noteClock(date: string | null): void {
  const serverMs =
    date === null
      ? Number.NaN // oxlint-disable-next-line no-restricted-properties -- a header of HTTP says GMT
      : Date.parse(date)
  if (Number.isNaN(serverMs)) return
  const differs = serverMs - Date.now()
  aheadMs = Math.abs(differs) < slackMs ? 0 : differs
}

/** Now, as the server has it; the browser's own clock until it has answered. */
export const serverNowMs = (): number => Date.now() + aheadMs
