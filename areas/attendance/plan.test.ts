/** Each instant lies in exactly one day of a person, whatever his shifts, zone and changes of the clock. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#platform/format/dates.ts'
import { dayMinutes, isSpans, readSpans, spanInZone } from './day/spans.ts'
import { Plan, type Group, type Shift } from './plan.ts'

const shifts = ['09:00-13:00 14:00-18:00', '22:00-26:00 26:30-30:00', '06:00-14:00', '14:00-22:00', '20:00-32:00', '00:00-08:00'].map(
  (text, n): Shift => {
    const spans = readSpans(text)
    return {
      code: `S${n}`,
      id: String(n),
      spans: isSpans(spans) ? spans : [],
      mealBreaks: [],
      flexMinutes: 0,
      pairs: false,
      from: '2020-01-01',
      to: null,
    }
  },
)
const groupOf = (id: string, zone: string, turnsAt: string): Group =>
  ({
    row: {
      id,
      zone,
      calendar: 2,
      follows_holidays: false,
      alt_from: null,
      mon: null,
      tue: null,
      wed: null,
      thu: null,
      fri: null,
      sat: null,
      sun: null,
    },
    completeUntil: Infinity,
    ruleOn: () => ({ turns_at: turnsAt }),
  }) as unknown as Group

const runs = Number(process.env['ATTENDANCE_DAYS'] ?? 300)
// weeks in which clocks change in one of the zones, and one in which none do
const week = fc.constantFrom('2026-03-05', '2026-03-26', '2026-10-22', '2026-10-29', '2026-06-08', '2026-04-02')
const zone = fc.constantFrom(
  'Asia/Shanghai',
  'America/Los_Angeles',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Pacific/Auckland',
)
const days = 9

test('days follow on each other without a gap, and a shift that does not meet its neighbours lies in its own day', () => {
  fc.assert(
    fc.property(
      week,
      fc.tuple(zone, zone),
      fc.array(fc.option(fc.integer({ min: 0, max: shifts.length - 1 }), { freq: 3 }), { minLength: days, maxLength: days }),
      fc.constantFrom('04:00', '00:00', '06:30'),
      fc.integer({ min: 2, max: days }),
      (first, [zoneOne, zoneTwo], roster, turnsAt, movesOn) => {
        const groups = new Map(
          [groupOf('1', zoneOne, turnsAt), groupOf('2', zoneOne === zoneTwo ? zoneOne : zoneTwo, turnsAt)].map((one, n) => [
            String(n + 1),
            one,
          ]),
        )
        const of = (n: number): string => addDays(first, n)
        // he moves to another group, and with it to another zone where the two are near enough to lie behind each other
        const isMoved = Math.abs(hourOf(zoneOne, first) - hourOf(zoneTwo, first)) <= 2
        const members = isMoved
          ? [
              { group_id: '1', valid_from: '2020-01-01', valid_to: of(movesOn - 1) },
              { group_id: '2', valid_from: of(movesOn), valid_to: null },
            ]
          : [{ group_id: '1', valid_from: '2020-01-01', valid_to: null }]
        const plan = new Plan(
          {
            left: new Map(),
            members: new Map([['7', members]]),
            roster: new Map(roster.map((at, n) => [`7 ${of(n)}`, at === null ? null : String(at)])),
          },
          groups,
          id => shifts.find(one => one.id === id) ?? null,
          undefined,
        )
        const turns = Array.from({ length: days + 1 }, (_, n) => plan.turn('7', of(n)))
        for (let n = 0; n < days; n += 1) {
          const [begin = 0, end = 0] = turns.slice(n)
          expect(end, `${of(n)} ends after it begins`).toBeGreaterThan(begin)
          const spanOf = (at: number) => {
            const shift = plan.shift('7', of(at))
            const group = plan.group('7', of(at))
            if (shift === null || group === null) return null
            const spans = shift.spans.map(one => spanInZone(of(at), one, group.row.zone))
            return { from: spans[0]?.from ?? 0, to: spans.at(-1)?.to ?? 0 }
          }
          const [eve, own, next] = [n - 1, n, n + 1].map(spanOf)
          if (own === null || own === undefined) continue
          if (eve === null || eve === undefined || eve.to <= own.from)
            expect(begin, `${of(n)} begins before its shift`).toBeLessThanOrEqual(own.from)
          if (next === null || next === undefined || own.to <= next.from)
            expect(end, `${of(n)} ends after its shift`).toBeGreaterThanOrEqual(own.to)
        }
        expect((turns.at(-1) ?? 0) - (turns[0] ?? 0)).toBeGreaterThan((days - 2) * dayMinutes)
      },
    ),
    { numRuns: runs },
  )
})
const hourOf = (name: string, day: string): number => spanInZone(day, { from: 0, to: 60 }, name).from / 60
