import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb } from './build-web.ts'
import { ensureChromium } from './chromium.ts'
import { root, runTool } from './run-step.ts'

/**
 * `npm test`: sets up what the tests need, runs the laws, logic, API, components
 * and whole journeys, and ends with `N passed, N failed`. Arguments go to vitest
 * (`npm test -- platform/format`); the browser is then left to who needs it.
 * `--all`, alone or beside them, tries every resource where otherwise one of
 * each shape is tried (test/setup/shapes.ts), and what takes minutes: for the night.
 */

interface Results {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  /** Files that could not even be loaded count as one failure each. */
  testResults: { status: string; assertionResults: unknown[] }[]
}

const say = (line: string): void => console.log(line)
const resultFile = join(root, 'test-results/results.json')

function outcome(exitCode: number): { passed: number; failed: number; skipped: number } {
  if (!existsSync(resultFile)) return { passed: 0, failed: 1, skipped: 0 }
  const results = JSON.parse(readFileSync(resultFile, 'utf8')) as Results
  const broken = results.testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0).length
  const failed = results.numFailedTests + broken
  // An error outside of any test fails the run as well.
  return { passed: results.numPassedTests, failed: exitCode !== 0 && failed === 0 ? 1 : failed, skipped: results.numPendingTests }
}

function run(given: string[]): number {
  const args = given.filter(arg => arg !== '--all')
  rmSync(resultFile, { force: true })
  mkdirSync(join(root, 'test-results'), { recursive: true })
  const environment: Record<string, string> = given.includes('--all') ? { TEST_ALL: '1' } : {}
  try {
    buildWeb(say)
    if (args.length === 0) environment['CHROMIUM'] = ensureChromium(say)
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    say('0 passed, 1 failed')
    return 1
  }
  say('正在运行测试')
  const exitCode = runTool(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${resultFile}`, ...args],
    environment,
  )
  const { passed, failed, skipped } = outcome(exitCode)
  if (skipped > 0) say(`跳过 ${skipped} 项`)
  say(`${passed} passed, ${failed} failed`)
  return failed === 0 && exitCode === 0 ? 0 : 1
}

process.exitCode = run(process.argv.slice(2))
