/**
 * What of a statement only its grammar tells: which query lies within which, and which tables each of them looks into. By PostgreSQL's own
 * parser. Pure.
 */
import { loadModule, parseSync } from 'libpg-query'

await loadModule()

export type TableKind = 'shop' | 'reference' | 'local'
/** what a name in FROM stands for: a table by its kind, a CTE, a query (its first rows alone: `cut`), a function or rows of values */
type Source = TableKind | 'cte' | 'query' | 'cut' | 'rows'
type Node = { readonly [name: string]: Node } & readonly Node[] & string

/** One query: its names and what they stand for, and which of them name their shop: one by a value, or several. */
interface Level {
  readonly sources: ReadonlyMap<string, Source>
  readonly named: ReadonlyMap<string, 'one' | 'many'>
  /** tables as the door reads them: rows within the scope */
  readonly wrapped: ReadonlySet<string>
  readonly outer: Level | null
}
interface Walk {
  readonly kindOf: (table: string) => TableKind | null
  readonly found: Set<string>
}
interface At {
  readonly level: Level | null
  readonly ctes: ReadonlySet<string>
  /** within CASE, OR, or a NOT that is more than NOT EXISTS */
  readonly nested: boolean
  /** in an update or a delete */
  readonly writes?: boolean
}

export const nestingRules = {
  namesItsShop: 'a shop table looked into within CASE, OR, NOT, DISTINCT ON or LIMIT names its shop by one value',
  noDriver: 'a CTE, a function or rows of values never drive a look into a shop table: join, or in (select …)',
  apart: 'a shop table and what lies on the coordinator meet by join or in (select …), not by a look of a row into the other',
  returning: 'no query in RETURNING of an insert',
} as const

const ofShops = [nestingRules.namesItsShop, nestingRules.noDriver]

/** Whether a statement has no table of the coordinator's, and each of its shop tables names one shop, or the shop of another name. */
function isOfOneShop(statements: readonly Node[], kindOf: Walk['kindOf']): boolean {
  const walk: Walk = { kindOf, found: new Set() }
  let isOne = true
  const look = (node: unknown, ctes: ReadonlySet<string>): void =>
    each(node, (name, inside) => {
      if (!queries.has(name)) return true
      const known = new Set(ctes)
      for (const cte of listOf(inside['withClause']?.['ctes'])) known.add(String(cte['CommonTableExpr']?.['ctename']))
      for (const side of ['larg', 'rarg']) if (inside[side] !== undefined) look({ SelectStmt: inside[side] }, known)
      const level = levelOf(walk, name === 'InsertStmt' ? ({} as Node) : inside, known, null)
      for (const [alias, source] of level.sources) {
        if (source === 'local') isOne = false
        if (source === 'shop' && !level.wrapped.has(alias) && level.named.get(alias) !== 'one' && !isSame(inside, alias)) isOne = false
      }
      look(Object.values(inside), known)
      return false
    })
  look(statements, new Set())
  return isOne
}

/** Shop tables of a statement that is asked of all shops: no condition beside them names a shop. */
export function allShopsTables(text: string, kindOf: Walk['kindOf']): readonly string[] {
  const walk: Walk = { kindOf, found: new Set() }
  const asked = new Set<string>()
  const look = (node: unknown, ctes: ReadonlySet<string>): void =>
    each(node, (name, inside) => {
      if (!queries.has(name)) return true
      const known = new Set(ctes)
      for (const cte of listOf(inside['withClause']?.['ctes'])) known.add(String(cte['CommonTableExpr']?.['ctename']))
      for (const side of ['larg', 'rarg']) if (inside[side] !== undefined) look({ SelectStmt: inside[side] }, known)
      // what is inserted names its shop among its values
      const level = levelOf(walk, name === 'InsertStmt' ? ({} as Node) : inside, known, null)
      for (const [alias, source] of level.sources)
        if (source === 'shop' && !level.wrapped.has(alias) && !level.named.has(alias) && !isTied(inside, alias, level.sources.size === 1))
          asked.add(tableOf(inside, alias))
      look(Object.values(inside), known)
      return false
    })
  look(statementsOf(text), new Set())
  return [...asked]
}

/** Whether the shop of a name is that of another one, here or outside, or among those of a query. */
function isTied(query: Node, alias: string, isAlone: boolean): boolean {
  let tied = false
  const isShop = (node: Node | undefined): boolean => {
    const columns = columnsOf(node)
    return columns.at(-1) === 'shop_id' && (columns.at(-2) === alias || (columns.length === 1 && isAlone))
  }
  each(Object.values(query), (kind, inside) => {
    if (kind === 'A_Expr' && [inside['lexpr'], inside['rexpr']].some(isShop)) tied = true
    if (kind === 'SubLink')
      each(inside['testexpr'], (name, ref) => {
        if (name === 'ColumnRef' && isShop({ ColumnRef: ref } as never)) tied = true
        return true
      })
    // shop_id among the columns of USING
    if (kind === 'usingClause' && listOf(inside).some(one => one['String']?.['sval'] === ('shop_id' as never))) tied = true
    return !tied
  })
  return tied
}
/** Whether the shop of a name is by name the shop of another one. */
function isSame(query: Node, alias: string): boolean {
  let same = false
  each(Object.values(query), (kind, inside) => {
    if (kind === 'A_Expr') {
      const [left, right] = [columnsOf(inside['lexpr']), columnsOf(inside['rexpr'])]
      const isBoth = [left, right].every(columns => columns.at(-1) === 'shop_id')
      if (isBoth && [left, right].some(columns => columns.at(-2) === alias)) same = true
    }
    return !same
  })
  return same
}
function tableOf(query: Node, alias: string): string {
  let table = alias
  each(fromOf(query), (kind, inside) => {
    if (kind === 'RangeVar' && (aliasOf(inside) || String(inside['relname'])) === alias) table = String(inside['relname'])
    return kind !== 'RangeSubselect'
  })
  return table
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const listOf = (node: Node | undefined): readonly Node[] => (Array.isArray(node) ? node : [])
/** Rules that a statement breaks; a text that is several statements, or none that PostgreSQL reads, breaks nothing here. */
export function nestingFaults(text: string, kindOf: Walk['kindOf']): readonly string[] {
  const walk: Walk = { kindOf, found: new Set() }
  const statements = statementsOf(text)
  for (const one of statements) visit(walk, one, { level: null, ctes: new Set(), nested: false })
  // all of it is one machine's
  if (walk.found.size > 0 && isOfOneShop(statements, kindOf)) for (const rule of ofShops) walk.found.delete(rule)
  return [...walk.found]
}

function parsed(text: string): readonly Node[] {
  try {
    return (parseSync(text).stmts ?? []).map(({ stmt }) => stmt as unknown as Node)
  } catch {
    return []
  }
}
/** the last text that was read: each is asked about twice */
let last: { readonly text: string; readonly statements: readonly Node[] } = { text: '', statements: [] }
export function statementsOf(text: string): readonly Node[] {
  if (last.text !== text) last = { text, statements: parsed(text) }
  return last.statements
}

/** Every node below; `enter` answers false where it goes on by itself. */
function each(node: unknown, enter: (name: string, inside: Node) => boolean): void {
  if (Array.isArray(node)) {
    for (const one of node) each(one, enter)
    return
  }
  if (!isNode(node)) return
  for (const [name, inside] of Object.entries(node)) if (!isNode(inside) || enter(name, inside)) each(inside, enter)
}

const queries = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'])

function visit(walk: Walk, node: unknown, at: At): void {
  each(node, (name, inside) => {
    if (queries.has(name)) {
      visitQuery(walk, name, inside, at)
      return false
    }
    if (name === 'CaseExpr') visit(walk, Object.values(inside), { ...at, nested: true })
    else if (name === 'BoolExpr') visit(walk, inside['args'], { ...at, nested: at.nested || nests(inside) })
    else if (name === 'SubLink') visitLook(walk, inside, at)
    else return true
    return false
  })
}

/** NOT EXISTS by itself is a join that finds nothing. */
function nests(bool: Node): boolean {
  if (bool['boolop'] === ('AND_EXPR' as never)) return false
  const [first] = listOf(bool['args'])
  return !(bool['boolop'] === ('NOT_EXPR' as never) && first?.['SubLink']?.['subLinkType'] === ('EXISTS_SUBLINK' as never))
}

function visitQuery(walk: Walk, name: string, query: Node, at: At): Level {
  const ctes = new Set(at.ctes)
  for (const cte of listOf(query['withClause']?.['ctes'])) {
    const inside = cte['CommonTableExpr']
    if (query['withClause']?.['recursive']) ctes.add(String(inside?.['ctename']))
    visit(walk, inside?.['ctequery'], { level: null, ctes, nested: false })
    ctes.add(String(inside?.['ctename']))
  }
  // a query of several parts
  for (const side of ['larg', 'rarg']) if (query[side] !== undefined) visitQuery(walk, 'SelectStmt', query[side], { ...at, ctes })
  const level = levelOf(walk, query, ctes, at.level)
  const inner: At = { level, ctes, nested: false, writes: name === 'DeleteStmt' || name === 'UpdateStmt' }
  each([query['fromClause'], query['usingClause']], (kind, inside) => {
    if (kind === 'RangeSubselect') {
      const isLateral = inside['lateral'] !== undefined
      if (isLateral) judgeLook(walk, inside['subquery'] as Node, inner)
      visit(walk, inside['subquery'], { level: isLateral ? level : at.level, ctes, nested: false })
      return false
    }
    if (kind === 'quals') visit(walk, inside, inner)
    return kind !== 'quals' && kind !== 'SubLink'
  })
  for (const part of ['targetList', 'whereClause', 'havingClause', 'groupClause', 'sortClause', 'valuesLists', 'onConflictClause'])
    visit(walk, query[part], inner)
  if (name === 'InsertStmt') {
    visit(walk, query['selectStmt'], { level: at.level, ctes, nested: false })
    each(query['returningClause'], kind => {
      if (kind === 'SubLink') walk.found.add(nestingRules.returning)
      return true
    })
  } else visit(walk, query['returningClause'], inner)
  return level
}

const aliasOf = (inside: Node): string => String(inside['alias']?.['aliasname'] ?? '')
function namedSource(walk: Walk, inside: Node, ctes: ReadonlySet<string>): [string, Source] {
  const table = String(inside['relname'])
  const alias = aliasOf(inside) || table
  return [alias, ctes.has(table) ? 'cte' : (walk.kindOf(table) ?? 'rows')]
}
/** A table as the door reads it (its rows within the scope) is that table. */
function sourceOfQuery(walk: Walk, query: Node | undefined, ctes: ReadonlySet<string>): Source {
  if (query === undefined) return 'query'
  if (isCut(query)) return 'cut'
  const [only, second] = listOf(query['fromClause'])
  const isTable = only?.['RangeVar'] !== undefined && second === undefined && query['groupClause'] === undefined
  return isTable && query['larg'] === undefined ? namedSource(walk, only['RangeVar'] as Node, ctes)[1] : 'query'
}
const isCut = (query: Node | undefined): boolean =>
  query !== undefined && (query['limitCount'] !== undefined || listOf(query['distinctClause']).some(one => Object.keys(one).length > 0))

/** What is demanded of rows that are joined: of inner joins, and of the right side of a left one. */
function qualsOf(from: Node | undefined): readonly Node[] {
  const quals: Node[] = []
  each(from, (kind, inside) => {
    if (kind === 'quals') quals.push(inside)
    return kind !== 'RangeSubselect' && kind !== 'quals'
  })
  return quals
}

const columnsOf = (node: Node | undefined): readonly string[] =>
  listOf(node?.['ColumnRef']?.['fields']).map(one => String(one['String']?.['sval'] ?? '*'))
const isValue = (node: Node | undefined): boolean =>
  node !== undefined && (node['ParamRef'] !== undefined || node['A_Const'] !== undefined || isValue(node['TypeCast']?.['arg']))

/** Names whose shop is a value, by `shop_id = value`, or by being the same as that of one that is. */
function namedShops(sources: ReadonlyMap<string, Source>, conditions: readonly Node[]): ReadonlyMap<string, 'one' | 'many'> {
  const named = new Map<string, 'one' | 'many'>()
  const same: (readonly [string, string])[] = []
  const shopOf = (node: Node | undefined): string | null => {
    const columns = columnsOf(node)
    if (columns.at(-1) !== 'shop_id') return null
    return columns.at(-2) ?? (sources.size === 1 ? ([...sources.keys()][0] ?? null) : null)
  }
  for (const one of conditions) {
    const [left, right] = [one['lexpr'], one['rexpr']]
    const [mine, its] = [shopOf(left), shopOf(right)]
    if (mine !== null && its !== null) same.push([mine, its], [its, mine])
    else if (mine !== null) {
      const isOne = one['kind'] === ('AEXPR_OP' as never) && isValue(right)
      const isMany = one['kind'] === ('AEXPR_OP_ANY' as never) || one['kind'] === ('AEXPR_IN' as never)
      if (isOne) named.set(mine, 'one')
      else if (isMany && !named.has(mine)) named.set(mine, 'many')
    } else if (its !== null && isValue(left)) named.set(its, 'one')
  }
  for (let changed = true; changed;) {
    changed = false
    for (const [from, to] of same) {
      const known = named.get(from)
      if (known !== undefined && named.get(to) === undefined && sources.has(to)) changed = named.set(to, known) !== null
    }
  }
  return named
}

/** A query within an expression: EXISTS, or one that answers a value or rows to look among. */
function visitLook(walk: Walk, look: Node, at: At): void {
  judgeLook(walk, look['subselect'] as Node, at)
  visit(walk, look['testexpr'], at)
  visit(walk, look['subselect'], { ...at, nested: false })
}

/** Which sources outside a query's rows are compared with, and which tables it looks into. */
function judgeLook(walk: Walk, query: Node, at: At): void {
  const drivers = new Set<string>()
  const shops: { readonly named: 'one' | 'many' | undefined }[] = []
  let hasLocal = false
  let hasRows = false
  // a query in FROM that looks at nothing outside is answered before: what lies on the coordinator is then rows like others
  const scan = (node: unknown, inner: ReadonlySet<string>, ctes: ReadonlySet<string>, isFirst: boolean): void =>
    each(node, (kind, inside) => {
      if (kind === 'RangeSubselect' && inside['lateral'] === undefined) {
        scan(inside['subquery'], inner, ctes, false)
        return false
      }
      if (kind === 'SelectStmt') {
        const own = levelOf(walk, inside, ctes, null)
        for (const [alias, source] of own.sources) {
          if (source === 'shop' && !own.wrapped.has(alias)) shops.push({ named: own.named.get(alias) })
          if (source === 'local' && isFirst && !own.wrapped.has(alias)) hasLocal = true
          if (source === 'rows' && isFirst) hasRows = true
        }
        scan(Object.values(inside), new Set([...inner, ...own.sources.keys()]), ctes, isFirst)
        return false
      }
      if (kind === 'ColumnRef') {
        const columns = columnsOf({ ColumnRef: inside } as never)
        const alias = columns.at(-2)
        if (alias !== undefined && !inner.has(alias)) drivers.add(alias)
      }
      return true
    })
  scan(query, new Set(), at.ctes, true)
  if (drivers.size === 0) return
  const of = [...drivers].map(alias => sourceOf(at.level, alias))
  const isCutHere = isCut(query['SelectStmt'])
  if (shops.length > 0) {
    if (of.some(one => one === 'cte' || one === 'rows')) walk.found.add(nestingRules.noDriver)
    if (of.includes('local')) walk.found.add(nestingRules.apart)
    const demands = at.nested || isCutHere || of.includes('cut') || of.includes('reference')
    if (demands && shops.some(one => one.named !== 'one')) walk.found.add(nestingRules.namesItsShop)
  }
  if (hasRows && (at.writes === true || at.nested) && of.includes('shop')) walk.found.add(nestingRules.apart)
  if (hasLocal && of.includes('shop')) walk.found.add(nestingRules.apart)
}

const sourceOf = (level: Level | null, alias: string): Source | null =>
  level === null ? null : (level.sources.get(alias) ?? sourceOf(level.outer, alias))

/** What a query reads, and the table that it writes. */
const fromOf = (query: Node): unknown => [
  query['relation'] === undefined ? [] : [{ RangeVar: query['relation'] }],
  query['fromClause'],
  query['usingClause'],
]

/** The names of a query. */
function levelOf(walk: Walk, query: Node, ctes: ReadonlySet<string>, outer: Level | null): Level {
  const sources = new Map<string, Source>()
  const wrapped = new Set<string>()
  each(fromOf(query), (kind, inside) => {
    if (kind === 'RangeVar') sources.set(...namedSource(walk, inside, ctes))
    else if (kind === 'RangeSubselect') {
      sources.set(aliasOf(inside), sourceOfQuery(walk, inside['subquery']?.['SelectStmt'], ctes))
      wrapped.add(aliasOf(inside))
    } else if (kind === 'RangeFunction') sources.set(aliasOf(inside), 'rows')
    else return kind !== 'SubLink'
    return false
  })
  const conditions: Node[] = []
  each([query['whereClause'], qualsOf(query['fromClause'])], (kind, inside) => {
    if (kind === 'A_Expr') conditions.push(inside)
    return kind === 'BoolExpr' ? inside['boolop'] === ('AND_EXPR' as never) : kind === 'args'
  })
  return { sources, named: namedShops(sources, conditions), wrapped, outer }
}
