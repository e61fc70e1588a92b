import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/setup/longest-first.ts'
import { secretKey } from './test/setup/secret-key.ts'
import { timesSlower } from './test/setup/slow.ts'

const nowhere = ['**/node_modules/**', '**/dist/**', '**/data/**']

/**
 * What reads times, run a second time in a zone behind UTC with a clock that changes: nothing may be read in the zone of the process. Of
 * the
 * imports one file: what each marketplace writes is read by the tests of `files`.
 */
const readsTimes = [
  'platform/format/**/*.test.ts',
  'platform/server/imports/**/*.test.ts',
  'platform/server/sheets/**/*.test.ts',
  'areas/finance/facts/amazon/files/**/*.test.ts',
  'areas/finance/facts/amazon/imports/writings.test.ts',
]

/**
 * Each file in a process of its own: what puts another module in the place of one, and what opens worker threads by the hundred (a process
 * that had run other files before ended with a signal of V8 there).
 */
const apart = ['platform/server/session/session.test.ts', 'test/imports/**/*.test.ts']

/** One more than cores: a quarter of the time tests wait, for processes that start, browsers and clocks. */
const workers = availableParallelism() + 1

/**
 * Three kinds of test. Logic and API run in Node against a real PostgreSQL,
 * components in jsdom, whole journeys against a started product in Chromium.
 * The database starts when the first test asks for one (test/setup/database.ts).
 */
export default defineConfig({
  test: {
    globalSetup: ['./test/setup/global.ts'],
    // Both are for slow shared machines; a test that needs longer says so itself.
    testTimeout: 300_000,
    hookTimeout: 600_000,
    maxWorkers: workers,
    sequence: { sequencer: LongestFirst },
    coverage: { provider: 'v8', include: ['areas/**', 'platform/**'], exclude: ['**/*.test.*'] },
    projects: [
      {
        test: {
          name: 'node',
          env: { SECRET_KEY: secretKey },
          environment: 'node',
          // files share what they have loaded, which is two fifths of the time: no file may leave its own state in a module
          isolate: false,
          setupFiles: ['./test/setup/write-statements.ts', './test/setup/hold-habits.ts'],
          include: ['**/*.test.ts'],
          exclude: [...nowhere, 'test/e2e/**', ...apart],
          testTimeout: 300_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'apart',
          env: { SECRET_KEY: secretKey },
          environment: 'node',
          setupFiles: ['./test/setup/write-statements.ts', './test/setup/hold-habits.ts'],
          include: apart,
          exclude: nowhere,
          testTimeout: 300_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'west',
          environment: 'node',
          env: { TZ: 'America/Los_Angeles' },
          include: readsTimes,
          exclude: nowhere,
          testTimeout: 300_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'jsdom',
          env: { SECRET_KEY: secretKey },
          environment: 'jsdom',
          include: ['**/*.test.tsx'],
          exclude: nowhere,
          setupFiles: ['./test/setup/jsdom.ts'],
          testTimeout: 300_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'e2e',
          env: { SECRET_KEY: secretKey },
          environment: 'node',
          include: ['test/e2e/*.e2e.ts'],
          exclude: nowhere,
          // nothing but a hang is meant to meet these: how long a journey takes is the machine's affair
          testTimeout: 600_000 * timesSlower,
          hookTimeout: 900_000 * timesSlower,
          maxWorkers: Math.min(workers, 3),
          // another number of workers is another group, after all others
          sequence: { groupOrder: 1 },
          // a browser, a server and a database on two busy cores: what fails twice is broken, what fails once is reported as retried
          retry: 1,
          expect: { poll: { timeout: 60_000 * timesSlower } },
        },
      },
    ],
  },
})
