/**
 * Code 1016: the server wants to know that it is still the person. He is asked once, however many calls wait for it, and the calls are made
 * again; who closes the dialog leaves them refused.
 */
import { ApiError } from './api-error.ts'
import { codes } from './envelope.ts'

/** What the person has, as the refusal tells it. */
export interface Ways {
  readonly authenticator: boolean
  readonly passkeys: number
  readonly codes: number
}
/** True: he has proved himself. */
export type AskProof = (ways: Ways) => Promise<boolean>

let ask: AskProof | null = null
let asking: Promise<boolean> | null = null

/** Installed by the shell, which can draw a dialog; answers how to take it away again. */
export function installProof(by: AskProof): () => void {
  ask = by
  return () => {
    if (ask === by) ask = null
  }
}

const isWays = (data: unknown): data is Ways => typeof data === 'object' && data !== null && 'authenticator' in data

/** Whether a refused call shall be made again. */
export async function proved(error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || error.code !== codes.proof || ask === null || !isWays(error.data)) return false
  asking ??= ask(error.data).finally(() => {
    asking = null
  })
  return asking
}
