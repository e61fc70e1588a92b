import type { Breach, Import } from './rooms.ts'

/**
 * Folders inside one room or area that have an order: each imports folders named before it, also by `import type`. What stands directly in
 * the room puts them together and comes last.
 */
export const floors: Readonly<Record<string, readonly string[]>> = {
  'platform/server/reports/': [
    'ask', // the question, checked: pure
    'store', // figures that are kept, the lines they are made of, what is stale
    'statement', // a question as one statement
    'answer', // what is answered: rows, lines, pivots, files, why
    'proof',
  ],
  // by this count 83 imports went upward in the best order that the folders had before, 237 with the shell on top
  'platform/web/': [
    'i18n',
    'api', // calls, what is kept in the browser, what is not saved yet
    'notice', // short notices at the edge of the screen
    'theme',
    'page', // a page in its tab: who is signed in, menus and addresses, dialogs, parts that are loaded when shown
    'realtime', // pushes: what has changed, what is unread, the tasks
    'widgets',
    'chart',
    'grid',
    'image',
    'rich-text',
    'values', // one value of a record, shown and chosen; what describes a list and its state
    'files',
    'paper',
    'cards', // the frame of a card of the home page, and what is pinned there
    'upload',
    'tasks',
    'filters',
    'table', // columns and their layout, totals, pages
    'schemes',
    'lines',
    'history',
    'form',
    'batch',
    'approval',
    'thread',
    'actions', // what can be done with rows, its dialog and its call
    'views',
    'rows', // the rows of a list: loading, cards of a phone, editing in place, pasting, the window of one row
    'record',
    'list',
    'report',
    'messages',
    'home',
    'shell',
    'gallery', // all controls with made data, in development alone
  ],
  'areas/finance/': [
    'base', // words and dates that every floor knows: finance items, closed months, what is answered
    'facts', // of each marketplace: files, lines, imports, kinds; amounts by kind
    'mapping', // what kinds mean, settlements by what they mean
    'costs', // layers, freight, allocations, unit costs
    'profit', // reports, statements, what is checked and claimed
    'bank', // statements, matching
    'close', // checklist, months, vouchers
    'demo',
  ],
}

/** Imports upward that are left: `from -> to`. The list only shrinks. */
export const floorsLeft: readonly string[] = []

/** Imports inside these rooms that go up, and folders that have no place in the order. */
export function upwardInside(imports: readonly Import[]): Breach[] {
  return Object.entries(floors).flatMap(([room, order]) => {
    const floorOf = (file: string): string => {
      const [folder = '', ...rest] = file.slice(room.length).split('/')
      return rest.length === 0 ? '' : folder
    }
    const inside = imports.filter(({ from, to }) => from.startsWith(room) && to.startsWith(room))
    const unplaced = [...new Set(inside.flatMap(({ from, to }) => [floorOf(from), floorOf(to)]))].filter(
      one => one !== '' && !order.includes(one),
    )
    const heightOf = (file: string): number => (floorOf(file) === '' ? order.length : order.indexOf(floorOf(file)))
    return [
      ...unplaced.map(one => ({
        from: room,
        to: `${room}${one}`,
        law: `the folder ${one} has its place in the order of scripts/floors.ts`,
      })),
      ...inside
        .filter(({ from, to }) => heightOf(to) > heightOf(from) && !unplaced.includes(floorOf(from)))
        .map(({ from, to }) => ({ from, to, law: `folders of ${room} import downwards alone` })),
    ]
  })
}

/** What breaks the order beyond the list, and what of the list holds no more. */
export function floorBreaches(imports: readonly Import[]): Breach[] {
  const found = upwardInside(imports)
  const edges = found.map(({ from, to }) => `${from} -> ${to}`)
  return [
    ...found.filter((_, at) => !floorsLeft.includes(edges[at] as string)),
    ...floorsLeft
      .filter(edge => !edges.includes(edge))
      .map(edge => ({ from: 'scripts/floors.ts', to: edge, law: 'the list of what is left only shrinks' })),
  ]
}
