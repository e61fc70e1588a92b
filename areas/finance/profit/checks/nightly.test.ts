/** How far back the checks of a night look. */
import { expect, test } from 'vitest'
import { nightlyFrom } from './nightly.ts'

// 2026-03-16 is a Monday
test.each([
  ['nothing is open', '2026-03-16', null, '2025-12-01'],
  ['what is open lies in the usual months', '2026-03-16', '2025-12-01', '2025-12-01'],
  ['an older one, on the first day of the week', '2026-03-16', '2025-11-30', '2025-11-01'],
  ['an older one, on another day', '2026-03-17', '2025-11-30', '2025-12-01'],
  ['one that is older than a run may look', '2026-03-16', '2024-01-15', '2025-02-09'],
])('%s', (_what, today, oldest, from) => expect(nightlyFrom(today, oldest)).toBe(from))
