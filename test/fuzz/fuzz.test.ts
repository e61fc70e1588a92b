/**
 * Whatever is sent, the answer is never an error of ours, and holds no number of a person that was planted.
 * Requests are made from the OpenAPI document the product serves
 * (test/fuzz/requests.ts); what fails is made smaller before it is told. FUZZ_SECONDS: how long (0: until stopped; else 40, in a
 * whole run 100), FUZZ_CALLS: how many calls at most (80,000), FUZZ_SEED: which calls; the tests send the same ones each time,
 * `npm run fuzz` others.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openFuzzTarget, type Answer, type FuzzTarget } from './target.ts'
import { isWhole } from '../setup/shapes.ts'
import { mayShow } from './planted.ts'
import { edgesOfAll, operationsOf, type Operation, type Request } from './requests.ts'

const seconds = Number(process.env['FUZZ_SECONDS'] ?? (isWhole ? 100 : 40))
const callsMax = Number(process.env['FUZZ_CALLS'] ?? 80_000)
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122)
const isTold = process.env['FUZZ_TOLD'] === '1'
/** requests of one operation in a round of random ones */
const runs = 10
/** operations asked at once */
const together = 6
/** for making a failing request smaller */
const shrinkMsMax = 5_000

interface Tally {
  calls: number
  readonly byStatus: Map<number, number>
  /** operations that answered code 0 at least once */
  readonly reached: Set<string>
  /** what failed, the smallest request of each kind */
  readonly failures: Map<string, string>
  failed: number
}

const isFailure = ({ status }: Answer): boolean => status === 0 || status >= 500

async function tryOne(ground: FuzzTarget, { name, request }: Operation, round: number, numRuns: number, tally: Tally): Promise<void> {
  let isShrinking = false
  const property = fc.asyncProperty(request, async asked => {
    const answer = await ground.send(asked)
    if (!isShrinking) count(tally, name, answer)
    const leak = mayShow(asked.path) ? undefined : ground.planted.find(number => answer.body.includes(number))
    if (!isFailure(answer) && leak === undefined) return
    isShrinking = true
    throw new Error(leak === undefined ? whyOf(ground, answer) : `the answer holds the number ${leak}: ${answer.body.slice(0, 300)}`)
  })
  const { failed, counterexample, errorInstance } = await fc.check(property, {
    seed: seed + round,
    numRuns,
    interruptAfterTimeLimit: shrinkMsMax,
    markInterruptAsFailure: false,
  })
  if (!failed || counterexample === null) return
  const why = errorInstance instanceof Error ? errorInstance.message : 'no reason'
  const kind = `${name}: ${why.split('\n')[0]}`
  if (tally.failures.has(kind)) return
  tally.failures.set(kind, `${why}\n${said(counterexample[0])}`)
  if (isTold) console.log(`\n${kind}\n${why}\n${said(counterexample[0])}\n`)
}

const said = ({ method, path, headers, body, who }: Request): string =>
  `${who ?? 'nobody signed in'}: ${method} ${path.slice(0, 600)} ${JSON.stringify(headers)}\n${(body ?? '').slice(0, 1_500)}`

function whyOf(ground: FuzzTarget, { status, body }: Answer): string {
  const requestId = /"requestId":"([^"]+)"/.exec(body)?.[1]
  return (requestId === undefined ? undefined : ground.defects.get(requestId)) ?? `${status} ${body.slice(0, 200)}`
}

function count(tally: Tally, name: string, answer: Answer): void {
  tally.calls++
  tally.byStatus.set(answer.status, (tally.byStatus.get(answer.status) ?? 0) + 1)
  if (answer.body.startsWith('{"code":0,')) tally.reached.add(name)
  if (isFailure(answer)) tally.failed++
}

const sum = ({ calls, failed, byStatus, reached, failures }: Tally): string =>
  `seed ${seed}: ${calls} calls, ${failed} answered 5xx or not at all, ${failures.size} kinds of it; ${reached.size} operations answered code 0; statuses ${[...byStatus].map(one => one.join(': ')).join(', ')}`

test(
  'no request of a stranger or colleague ends in an error of ours',
  async () => {
    const until = seconds === 0 ? Infinity : Date.now() + seconds * 1_000
    const tally: Tally = { calls: 0, byStatus: new Map(), reached: new Set(), failures: new Map(), failed: 0 }
    let ground = await openFuzzTarget()
    const isOver = (): boolean => Date.now() >= until || tally.calls >= callsMax
    try {
      for (let round = 0; !isOver(); round++) {
        // the edges of what calls take first
        const left = round === 0 ? edgesOfAll(ground.document, ground.words) : operationsOf(ground.document, ground.words)
        const work = async (): Promise<void> => {
          for (let one = left.pop(); one !== undefined && !isOver(); one = left.pop())
            await tryOne(ground, one, round, round === 0 ? 1 : runs, tally)
        }
        await Promise.all(Array.from({ length: together }, work))
        if (isTold) console.log(sum(tally))
        if (isOver() || (await ground.isWell())) continue
        await ground.close()
        ground = await openFuzzTarget()
      }
    } finally {
      await ground.close()
    }
    console.log(sum(tally))
    expect([...tally.failures.values()]).toEqual([])
    expect(tally.calls).toBeGreaterThan(0)
  },
  2 ** 31 - 1,
)
