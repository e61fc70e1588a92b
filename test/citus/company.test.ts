/**
 * One demo company in two products that run, one on plain PostgreSQL and one on a cluster, each restored from the same backup: people of
 * each area work in both by the same calls, then every list and report is read. `npm run test:citus --
 * --beside=http://plain,http://cluster`; what they make stays there.
 */
import { expect, test } from 'vitest'
import { peopleOf } from './company.ts'
import { readCompany } from './company-reads.ts'
import { workOf } from './company-later.ts'
import type { Done } from './steps.ts'

const addresses = (process.env['BESIDE'] ?? '').split(',').filter(Boolean)
const lacks = addresses.length === 2 ? '' : ': skipped, no addresses of two products were given'
/** of the steps some are refused: a closed month, a gift that is gone */
const [stepsMin, readMin] = [75, 800]

async function drive(address: string, mark: string): Promise<readonly Done[]> {
  const person = peopleOf(address)
  // the organisation's day
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const worked = await workOf({ person, mark, today })
  expect(worked.filter(({ answer }) => (answer as { code?: number }).code === 0).length).toBeGreaterThan(stepsMin)
  const read = await readCompany(await person('admin'))
  expect(read.filter(({ answer }) => (answer as { code: number }).code === 0).length).toBeGreaterThan(readMin)
  return [...worked, ...read]
}

test.skipIf(lacks !== '')(`the demo company works and reads the same on both${lacks}`, { timeout: 3_600_000 }, async () => {
  const mark = `CT${Date.now() % 1_000_000}`
  const [plain = '', cluster = ''] = addresses
  const here = await drive(plain, mark)
  const there = await drive(cluster, mark)
  expect(there.map(({ step }) => step)).toEqual(here.map(({ step }) => step))
  for (const [i, { step, answer }] of here.entries()) expect.soft(there[i]?.answer, step).toEqual(answer)
})
