import { parseArgs } from 'node:util'
import { runTool } from './run-step.ts'

/**
 * `npm run fuzz [-- --calls 100000] [--seconds 600] [--seed 7]`: asks the whole product what nobody should ask, until it is stopped, and
 * tells what ended in an error of ours (test/fuzz). The same seed asks the same.
 */
const { values } = parseArgs({ options: { calls: { type: 'string' }, seconds: { type: 'string' }, seed: { type: 'string' } } })
const settings: readonly (readonly [name: string, given: string | undefined])[] = [
  ['FUZZ_CALLS', values.calls ?? '999999999999'],
  ['FUZZ_SECONDS', values.seconds ?? '0'],
  ['FUZZ_SEED', values.seed ?? String(Date.now() % 2 ** 31)],
]
const wrong = settings.find(([, given]) => given !== undefined && !/^\d{1,12}$/.test(given))
if (wrong) {
  console.error(`--${wrong[0].slice(5).toLowerCase()} 应为非负整数，现在是 ${wrong[1]}`)
  process.exitCode = 1
} else {
  const given = settings.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  process.exitCode = runTool('vitest', ['run', '--project', 'node', '--disableConsoleIntercept=true', 'test/fuzz'], {
    ...Object.fromEntries(given),
    FUZZ_TOLD: '1',
  })
}
