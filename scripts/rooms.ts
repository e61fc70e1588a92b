import { posix } from 'node:path'

/**
 * The rooms of platform/server in their order, and the circles among files. A folder imports folders named before it, also by `import
 * type`; what stands directly in platform/server puts all of them together and comes last. All exceptions are lists that only shrink.
 */

export interface Import {
  from: string
  to: string
  /** `import type` or `export type`: leaves nothing at run time. */
  typeOnly: boolean
}

export interface Breach {
  from: string
  to: string
  law: string
}

const server = 'platform/server/'

/** From the lowest up. A new folder is put where all that it imports stands before it. */
export const rooms: readonly string[] = [
  'contract', // what the house is: types alone
  'base', // the process: ports, folders, memory, giving way
  'calls', // what every call has: verbs, types of the wire, refusals, who may
  'outgoing', // calls to the internet, and which addresses may be called
  'db',
  'trail',
  'session',
  'jobs',
  'html',
  'sheets',
  'states',
  'realtime',
  'messages',
  'lists',
  'files',
  'printing', // pages as PDF: the browser that prints them, where it is found
  'tasks',
  'search', // the search over everything: records, what can be begun, what was opened last
  'notices',
  'ledger', // what is held: posting, rebuild and proof of ledgers
  'events', // what happened to records, for programs that listen
  'records',
  'steps',
  'exports',
  'batches',
  'documents',
  'reports',
  'imports',
  'pasting', // a range from the clipboard in cells of a list
  'profiles',
  'verbs',
  'sealed', // opening sealed authors, telling them
  'calendar',
  'timed',
  'publishing',
  'audit',
  'thread',
  'record-page',
  'openapi',
  'http',
  'backup',
]

/**
 * What areas import of platform/server: these files and nothing behind them. Each names what it lets out; a name that no area uses any more
 * is found by knip. Tests may look behind.
 */
export const doors: readonly string[] = [
  'area',
  'database',
  'documents',
  'files',
  'imports',
  'jobs',
  'lists',
  'notices',
  'outgoing',
  'records',
  'reports',
  'rights',
  'steps',
]

export const doorBreaches = (imports: readonly Import[]): Breach[] =>
  imports
    .filter(
      ({ from, to }) => from.startsWith('areas/') && to.startsWith(server) && !doors.includes(to.slice(server.length).replace(/\.ts$/, '')),
    )
    .map(({ from, to }) => ({ from, to, law: `areas import of platform/server ${doors.join(', ')} and nothing behind them` }))

/** Imports upward that are left: `from -> to`. */
export const upwardLeft: readonly string[] = []

/**
 * The one room whose files may know each other in a circle, and how many of them do: a house has areas, whose routes have contexts, which
 * have the house.
 */
const circleRoom = `${server}contract/`
export const circleFilesMax = 9

/** Product files that tests alone import, and why they stay. */
export const forTestsLeft: Readonly<Record<string, string>> = {}

/** What is reached by its name and not by an import: pages, cards and English texts by a glob, modules of worker threads by their URL. */
const reachedByName =
  /(\.page|\.card)\.tsx$|\/(list|report|record)-page\.tsx$|\/en-US\.ts$|\/imports\/[^/]+-reader\.ts$|\/gallery\/|\/imports\/(parse|list)-worker\.ts$|\.css$/

const roomOf = (file: string): string | undefined => {
  if (!file.startsWith(server)) return undefined
  const [folder = '', ...rest] = file.slice(server.length).split('/')
  return rest.length === 0 ? '' : folder
}
const heightOf = (room: string): number => (room === '' ? rooms.length : rooms.indexOf(room))

/** Imports inside platform/server that go up, and rooms that have no place in the order. */
export function upward(imports: readonly Import[]): Breach[] {
  const told = new Set<string>()
  return imports.flatMap(({ from, to }) => {
    const [room, other] = [roomOf(from), roomOf(to)]
    if (room === undefined || other === undefined || room === other) return []
    const unplaced = [room, other].find(one => heightOf(one) === -1)
    if (unplaced !== undefined && told.has(unplaced)) return []
    if (unplaced !== undefined) {
      told.add(unplaced)
      return [{ from, to, law: `the folder ${unplaced} has its place in the order of scripts/rooms.ts` }]
    }
    return heightOf(other) > heightOf(room) ? [{ from, to, law: 'folders of platform/server import downwards alone' }] : []
  })
}

/** What breaks the order beyond the list, and what of the list holds no more. */
export function roomBreaches(imports: readonly Import[]): Breach[] {
  const contract = imports.filter(({ from }) => from.startsWith(circleRoom))
  return [
    ...upward(imports).filter(({ from, to }) => !upwardLeft.includes(`${from} -> ${to}`)),
    ...contract
      .filter(({ to, typeOnly }) => !typeOnly || !/^platform\/(server\/contract|declare)\//.test(to))
      .map(({ from, to }) => ({ from, to, law: 'the contract holds types alone, made of its own and of declarations' })),
  ]
}

/** Files that reach themselves by their imports, circle by circle (Tarjan). `import type` counts too: it ties files together. */
export function fileCircles(imports: readonly Import[]): string[][] {
  const edges = new Map<string, Set<string>>()
  for (const { from, to } of imports) edges.set(from, (edges.get(from) ?? new Set()).add(to))
  const seen = new Map<string, { index: number; low: number }>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (file: string): { index: number; low: number } => {
    const mark = { index: seen.size, low: seen.size }
    seen.set(file, mark)
    stack.push(file)
    for (const next of edges.get(file) ?? []) {
      const known = seen.get(next)
      if (known === undefined) mark.low = Math.min(mark.low, visit(next).low)
      else if (stack.includes(next)) mark.low = Math.min(mark.low, known.index)
    }
    if (mark.low === mark.index) {
      const circle = stack.splice(stack.indexOf(file))
      if (circle.length > 1) circles.push(circle.toSorted())
    }
    return mark
  }
  for (const file of edges.keys()) if (!seen.has(file)) visit(file)
  return circles
}

/** Circles among files, beyond the one of the contract. */
export function circleBreaches(imports: readonly Import[]): Breach[] {
  return fileCircles(imports)
    .filter(circle => circle.length > circleFilesMax || !circle.every(file => file.startsWith(circleRoom)))
    .map(([from = '', to = '', ...rest]) => ({ from, to, law: `files import each other in no circle (${2 + rest.length} files)` }))
}

/** Product files which only tests import: helpers of tests lie in test/setup. `all`: with the imports of tests. */
export function forTestsAlone(all: readonly Import[], isTest: (file: string) => boolean): Breach[] {
  const users = new Map<string, string[]>()
  for (const { from, to } of all) users.set(to, [...(users.get(to) ?? []), from])
  return [...users]
    .filter(
      ([file]) => /^(areas|platform|web)\//.test(file) && !isTest(file) && !reachedByName.test(file) && !Object.hasOwn(forTestsLeft, file),
    )
    .filter(([, from]) => from.every(isTest))
    .map(([file, [by = '']]) => ({ from: by, to: file, law: `tests alone import it: its place is test/setup, not ${posix.dirname(file)}` }))
}
