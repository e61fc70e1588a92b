/** With STATEMENTS_INTO, a folder: each process of the tests writes the statements that it sends there (test/citus/replay.test.ts). */
import { writeSent } from '../citus/sent.ts'

const folder = process.env['STATEMENTS_INTO']
const here = globalThis as { writesStatements?: true }
if (folder !== undefined && here.writesStatements === undefined) {
  here.writesStatements = true
  writeSent(folder)
}
