/**
 * Splits a migration into its statements: Citus wants one a call, and an error then names the statement. Knows quotes, E'' strings, dollar
 * quotes, nested comments and SQL-standard bodies (BEGIN ATOMIC … END).
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let start = 0
  let at = 0
  let atomicDepth = 0
  while (at < sql.length) {
    const end = skipQuoted(sql, at)
    if (end !== undefined) {
      at = end
      continue
    }
    const word = /^[A-Za-z_][A-Za-z0-9_$]*/.exec(sql.slice(at, at + 64))?.[0]
    if (word) {
      atomicDepth = nextDepth(sql, at, word, atomicDepth)
      at += word.length
      continue
    }
    if (sql[at] === ';' && atomicDepth === 0) {
      pushStatement(statements, sql.slice(start, at))
      start = at + 1
    }
    at += 1
  }
  pushStatement(statements, sql.slice(start))
  return statements
}

function nextDepth(sql: string, at: number, word: string, depth: number): number {
  const lower = word.toLowerCase()
  if (depth === 0) return lower === 'begin' && /^\s+atomic\b/i.test(sql.slice(at + word.length, at + word.length + 64)) ? 1 : 0
  if (lower === 'case') return depth + 1
  return lower === 'end' ? depth - 1 : depth
}

function pushStatement(statements: string[], text: string): void {
  const bare = text.replace(/--[^\n]*/g, '').replace(/\/\*[\s\S]*?\*\//g, '')
  if (bare.trim() !== '') statements.push(text.trim())
}

/** Where the quoted stretch or comment that begins at `at` ends, or undefined when none begins there. */
function skipQuoted(sql: string, at: number): number | undefined {
  const two = sql.slice(at, at + 2)
  if (two === '--') {
    const line = sql.indexOf('\n', at)
    return line === -1 ? sql.length : line + 1
  }
  if (two === '/*') return skipComment(sql, at)
  const char = sql[at]
  if (/^[eE]'$/.test(two) && !/[A-Za-z0-9_$]/.test(sql[at - 1] ?? '')) return skipString(sql, at + 1, "'", true)
  if (char === "'" || char === '"') return skipString(sql, at, char, false)
  if (char === '$' && !/[A-Za-z0-9_$]/.test(sql[at - 1] ?? '')) return skipDollar(sql, at)
  return undefined
}

function skipComment(sql: string, at: number): number {
  let depth = 0
  for (let i = at; i < sql.length; i += 1) {
    const two = sql.slice(i, i + 2)
    if (two === '/*') depth += 1
    else if (two === '*/') depth -= 1
    else continue
    i += 1
    if (depth === 0) return i + 1
  }
  throw new Error('迁移文件里的注释 /* 没有结束')
}

function skipString(sql: string, at: number, quote: string, backslash: boolean): number {
  for (let i = at + 1; i < sql.length; i += 1) {
    if (backslash && sql[i] === '\\') i += 1
    else if (sql[i] === quote) {
      if (sql[i + 1] !== quote) return i + 1
      i += 1
    }
  }
  throw new Error(`迁移文件里的引号 ${quote} 没有配对`)
}

function skipDollar(sql: string, at: number): number | undefined {
  const tag = /^\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/.exec(sql.slice(at, at + 80))?.[0]
  if (!tag) return undefined
  const end = sql.indexOf(tag, at + tag.length)
  if (end === -1) throw new Error(`迁移文件里的 ${tag} 没有配对`)
  return end + tag.length
}
