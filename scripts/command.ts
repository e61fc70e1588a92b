/** What every command of the operator ends with: a sentence and an exit code, never a stack. */
import { sentenceOf } from '../platform/server/db/connection-lost.ts'

/** Runs a command that uses the database. Exit code 1 where it throws; what it sets itself stays. */
export async function command(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    console.error(sentenceOf(error))
    process.exitCode = 1
  }
}
