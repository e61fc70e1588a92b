/**
 * Raw SQL checked against the door's rule: it may compute, it may not name a table. Text is read token by token, so that neither a
 * comment, a line end, a quoted name nor a piece spread over several templates hides one. Pure.
 */

/** What stands in the text where a template has an expression. */
export const holes = { value: '\u0001', query: '\u0002', table: '\u0003' } as const

interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'query' | 'value' | 'mark'
  readonly text: string
}

const shapes = [
  ['space', /\s+/y],
  ['text', /(?:[eE]'(?:[^'\\]|\\.|'')*'|(?:[uU]&)?'(?:[^']|'')*')/y],
  ['name', /(?:[uU]&)?"(?:[^"]|"")*"/y],
  ['word', /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/y],
  ['number', /\d+(?:\.\d+)?/y],
  ['query', /\u0002/y],
  ['value', /\u0001/y],
  ['mark', /::|[-+*/<>=~!@#%^&|?.,:()[\]]/y],
] as const

/** null: the text is not what raw SQL may be (a comment, a second statement, an unfinished string, a parameter of its own). */
function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = []
  for (let at = 0; at < text.length;) {
    if (text.startsWith('--', at) || text.startsWith('/*', at)) return null
    let found: Token | null = null
    for (const [kind, shape] of shapes) {
      shape.lastIndex = at
      const [match] = shape.exec(text) ?? []
      if (match === undefined) continue
      at += match.length
      found = { kind: kind === 'number' || kind === 'space' ? 'text' : kind, text: kind === 'word' ? match.toLowerCase() : match }
      if (kind !== 'space') tokens.push(found)
      break
    }
    if (!found) return null
  }
  return tokens
}

/** Words that write, define or read whole tables by name: raw SQL has no use for them. */
const refusedWords = new Set([
  'insert',
  'delete',
  'merge',
  'truncate',
  'copy',
  'alter',
  'drop',
  'create',
  'grant',
  'revoke',
  'into',
  'table',
  'only',
  'declare',
  'prepare',
  'refresh',
  'vacuum',
  'returning',
])
/** Functions that run a text as a query or read a table, a file or another database by its name. */
const refusedFunction =
  /^(?:(?:query|table|schema|database|cursor)_to_xml\w*|ts_stat|ts_rewrite|dblink\w*|lo_\w+|pg_read_\w*file\w*|pg_ls_\w+|crosstab\w*|xpath_table|set_config)$/
export const isRefusedFunction = (name: string): boolean => refusedFunction.test(name.toLowerCase())
/** Functions of rows that read no table. */
const rowFunctions = new Set([
  'unnest',
  'generate_series',
  'jsonb_array_elements',
  'jsonb_array_elements_text',
  'jsonb_each',
  'jsonb_each_text',
  'jsonb_to_recordset',
  'jsonb_to_record',
  'regexp_split_to_table',
  'string_to_table',
  'regexp_matches',
])
/** `extract(year from day)`: the FROM of a function's own grammar. */
const fromInside = new Set(['extract', 'substring', 'trim', 'overlay', 'position'])
const clauseEnds = new Set([
  'where',
  'group',
  'order',
  'having',
  'limit',
  'union',
  'except',
  'intersect',
  'window',
  'offset',
  'fetch',
  'for',
])

interface PlaceOfRaw {
  readonly asSource?: boolean
  readonly inOn?: boolean
}

/** Verdicts on texts, which come again and again; values are no part of them. */
const verdicts = new Map<string, string | null>()
const verdictsMax = 2_000
/** longer texts are rare and not worth the room */
const keptLengthMax = 500

/** Why a raw text is refused, or null. `asSource`: it stands where a table would (FROM, JOIN, USING). `inOn`: in a join's condition. */
export function refusalOfRaw(text: string, place: PlaceOfRaw = {}): string | null {
  if (text.length > keptLengthMax) return verdictOn(text, place)
  const key = `${place.asSource === true ? 's' : ''}${place.inOn === true ? 'o' : ''} ${text}`
  const known = verdicts.get(key)
  if (known !== undefined) return known
  const verdict = verdictOn(text, place)
  if (verdicts.size >= verdictsMax) verdicts.clear()
  verdicts.set(key, verdict)
  return verdict
}

function verdictOn(text: string, place: PlaceOfRaw): string | null {
  if (text.includes(holes.table)) return 'names a table'
  if (
    !place.asSource &&
    !place.inOn &&
    /^[\s\w.,()<>=:+*\u0001-]*$/.test(text) &&
    !suspicious.test(text) &&
    !text.includes('--') &&
    balanced(text)
  )
    return null
  const tokens = tokensOf(place.asSource ? `from ${text}` : text)
  if (!tokens) return 'holds a comment, a second statement, a parameter of its own or an unfinished string'
  return faultOf(tokens, place.inOn === true)
}
const suspicious =
  /[A-Za-z_](?:\w*)\s*\(|\b(?:select|from|join|using|update|insert|delete|merge|truncate|copy|alter|drop|create|grant|revoke|into|table|only|with|returning|execute|do|call|declare|prepare|refresh|vacuum)\b/i

function balanced(text: string): boolean {
  let depth = 0
  for (const c of text) {
    if (c === '(') depth++
    else if (c === ')' && --depth < 0) return false
  }
  return depth === 0
}

interface Level {
  readonly opener: string
  inFrom: boolean
}

function faultOf(tokens: readonly Token[], inOn: boolean): string | null {
  const levels: Level[] = [{ opener: '', inFrom: false }]
  for (const [i, token] of tokens.entries()) {
    const level = levels.at(-1)
    if (!level) return 'closes a bracket that it did not open'
    const [before, next] = [tokens[i - 1], tokens[i + 1]]
    if (token.kind === 'mark') {
      if (token.text === '(') levels.push({ opener: before?.kind === 'word' ? before.text : '', inFrom: false })
      else if (token.text === ')') levels.pop()
      else if (token.text === ',' && level.inFrom && !mayFollow(tokens, i + 1)) return 'names a table'
      else if (token.text === ',' && inOn && levels.length === 1) return 'holds a list where a condition belongs'
      continue
    }
    if (token.kind !== 'word') continue
    if (next?.text === '(' && isRefusedFunction(token.text)) return `calls ${token.text}`
    // `t.table` and `x as table` are names, but there is no need for them
    if (refusedWords.has(token.text)) return `says ${token.text}`
    if (token.text === 'update' && before?.text !== 'for' && before?.text !== 'key') return 'says update'
    if (clauseEnds.has(token.text)) level.inFrom = false
    if (
      token.text === 'from' &&
      !(before?.text === 'distinct' && ['is', 'not'].includes(tokens[i - 2]?.text ?? '')) &&
      !fromInside.has(level.opener)
    ) {
      level.inFrom = true
      if (!mayFollow(tokens, i + 1)) return 'names a table'
    }
    if ((token.text === 'join' || token.text === 'using') && next?.text !== '(' && !mayFollow(tokens, i + 1)) return 'names a table'
    if (token.text === 'join' && next?.text === '(' && !mayFollow(tokens, i + 1)) return 'names a table'
  }
  return levels.length === 1 ? null : 'leaves a bracket open or closes one too many'
}

/** Whether what begins here may stand in FROM: a sub-query that went through the door, a list of values, a function of rows. */
function mayFollow(tokens: readonly Token[], at: number): boolean {
  const first = tokens[at]
  if (!first) return false
  if (first.kind === 'query') return true
  if (first.text === 'lateral') return mayFollow(tokens, at + 1)
  const second = tokens[at + 1]
  if (first.text === '(') return second?.kind === 'query' || (second?.kind === 'word' && ['select', 'values', 'with'].includes(second.text))
  return first.kind === 'word' && rowFunctions.has(first.text) && second?.text === '('
}

/** A raw alias: a name, with columns and their types where a function of rows needs them. */
export const isPlainAlias = (text: string): boolean => /^\s*"?\w+"?\s*(?:\(\s*[\w\s,"[\]]*\))?\s*$/.test(text)
