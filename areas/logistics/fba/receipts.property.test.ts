/** Which receipts are entered, against a walk over single units, over random ledgers: what is told, taken back, received by hand, over. */
import { expect, test } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import { nextOf, type DayUnits } from './receipts.ts'

const cases = Number(process.env['FBA_CASES'] ?? 400)
const days = ['2026-12-01', '2026-12-02', '2026-12-05', '2026-12-09']
const labels = ['1', '2', '3']
type Entered = DayUnits & { readonly id: string; readonly key: string }

test(`receipts by the ledger come to what is told and sent, whatever the order (${cases} cases)`, () => {
  const random = seededRandom(7)
  for (let at = 0; at < cases; at += 1) {
    const sent = new Map(labels.map(label => [label, random.below(60)]))
    const byHand = new Map<string, number>()
    let entered: readonly Entered[] = []
    let told: readonly DayUnits[] = []
    const enteredOf = (label: string) => entered.reduce((sum, one) => sum + (one.labelId === label ? one.units : 0), 0)
    const open = () => new Map(labels.map(label => [label, (sent.get(label) ?? 0) - enteredOf(label) - (byHand.get(label) ?? 0)]))
    let n = 0
    const settle = (): void => {
      for (let steps = 0; ; steps += 1) {
        expect(steps).toBeLessThan(100)
        const next = nextOf(told, entered, open(), byHand)
        if (next === null) return
        if ('undo' in next) entered = entered.filter(one => one.id !== next.undo.id)
        else {
          // a posting takes nothing that is not there
          for (const [label, units] of next.units) expect(units).toBeLessThanOrEqual(open().get(label) ?? 0)
          const id = String((n += 1))
          entered = [...entered, ...[...next.units].map(([labelId, units]) => ({ id, key: id, day: next.day, labelId, units }))]
        }
      }
    }
    for (let file = 0; file < 5; file += 1) {
      // a file comes or replaces what an earlier one told; then a person receives some by hand
      told = days.flatMap(day => labels.flatMap(labelId => (random.below(3) === 0 ? [{ day, labelId, units: 1 + random.below(30) }] : [])))
      settle()
      const settled = JSON.stringify(entered)
      settle()
      expect(JSON.stringify(entered)).toBe(settled)
      for (const label of labels) {
        const toldOf = told.reduce((sum, one) => sum + (one.labelId === label ? one.units : 0), 0)
        const [hand, all] = [byHand.get(label) ?? 0, sent.get(label) ?? 0]
        // no day has more than it tells, and together they are as many as are told and not received by hand, or all that was sent
        for (const day of days) {
          const of = (rows: readonly DayUnits[]) =>
            rows.reduce((sum, one) => sum + (one.day === day && one.labelId === label ? one.units : 0), 0)
          expect(of(entered)).toBeLessThanOrEqual(of(told))
        }
        expect(enteredOf(label)).toBeLessThanOrEqual(toldOf)
        expect(enteredOf(label) + hand).toBeLessThanOrEqual(all)
        const missing = Math.min(toldOf - hand, all - hand) - enteredOf(label)
        expect(missing).toBeLessThanOrEqual(0)
      }
      const label = labels[random.below(labels.length)] ?? '1'
      const left = open().get(label) ?? 0
      byHand.set(label, (byHand.get(label) ?? 0) + random.below(left + 1))
    }
  }
})
