/**
 * Formulas over figures of a row, exact: `round(quantity * price, 2)`, `amount / (1 + document.taxRate)`. The same on the server, which
 * stores the figure, and in the grid, which shows it while one types. Pure.
 */
import { add, divide, isDecimal, isZero, multiply, roundTo, subtract } from './decimal.ts'

/** decimals of a quotient, before it is rounded to those of its field */
const quotientScale = 12
const placesMax = 12

export type Formula =
  | { readonly is: 'number'; readonly text: string }
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: '+' | '-' | '*' | '/'; readonly left: Formula; readonly right: Formula }
  | { readonly is: 'round'; readonly of: Formula; readonly places: number }

export class FormulaError extends Error {
  override name = 'FormulaError'
}

const token = /\s*(\d+(?:\.\d+)?|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?|[-+*/(),])/y

function tokensOf(text: string): string[] {
  const found: string[] = []
  token.lastIndex = 0
  const rest = text.trimEnd()
  while (token.lastIndex < rest.length) {
    const at = token.lastIndex
    const [, one] = token.exec(rest) ?? []
    if (one === undefined) throw new FormulaError(`at ${at}: ${rest.slice(at, at + 10)}`)
    found.push(one)
  }
  return found
}

/** Reads a formula; throws where it is none. */
export function formulaOf(text: string): Formula {
  const tokens = tokensOf(text)
  let at = 0
  const take = (wanted?: string): string => {
    const one = tokens[at++]
    if (one === undefined || (wanted !== undefined && one !== wanted)) throw new FormulaError(`${wanted ?? 'a figure'} is missing`)
    return one
  }
  const chain = (operators: string, next: () => Formula): Formula => {
    let left = next()
    while (operators.includes(tokens[at] ?? ' ')) left = { is: take() as '+', left, right: next() }
    return left
  }
  const sum = (): Formula => chain('+-', product)
  const product = (): Formula => chain('*/', factor)
  function factor(): Formula {
    const one = take()
    if (one === '-') return { is: '-', left: { is: 'number', text: '0' }, right: factor() }
    if (one === '(') {
      const inner = sum()
      take(')')
      return inner
    }
    if (isDecimal(one)) return { is: 'number', text: one }
    if (!/^\w/.test(one)) throw new FormulaError(`${one} stands where a figure is`)
    if (one !== 'round' || tokens[at] !== '(') return { is: 'name', name: one }
    take('(')
    const of = sum()
    take(',')
    const places = Number(take())
    if (!Number.isInteger(places) || places < 0 || places > placesMax) throw new FormulaError('round takes a number of decimals')
    take(')')
    return { is: 'round', of, places }
  }
  const whole = sum()
  if (at < tokens.length) throw new FormulaError(`${tokens[at] ?? ''} stands behind the end`)
  return whole
}

/** Names that it asks for, each once. */
export function namesOf(formula: Formula): readonly string[] {
  if (formula.is === 'number') return []
  if (formula.is === 'name') return [formula.name]
  return [...new Set(formula.is === 'round' ? namesOf(formula.of) : [...namesOf(formula.left), ...namesOf(formula.right)])]
}

/** What it makes; null: a figure is missing, is none, or it divides by nothing. */
export function resultOf(formula: Formula, valueOf: (name: string) => string | null): string | null {
  switch (formula.is) {
    case 'number':
      return formula.text
    case 'name': {
      const value = valueOf(formula.name)
      return value !== null && isDecimal(value) ? value : null
    }
    case 'round': {
      const of = resultOf(formula.of, valueOf)
      return of === null ? null : roundTo(of, formula.places, 'halfUp')
    }
  }
  const [left, right] = [resultOf(formula.left, valueOf), resultOf(formula.right, valueOf)]
  if (left === null || right === null) return null
  if (formula.is === '+') return add(left, right)
  if (formula.is === '-') return subtract(left, right)
  if (formula.is === '*') return multiply(left, right)
  return isZero(right) ? null : divide(left, right, quotientScale, 'halfUp')
}

/** A value of a row as a formula reads it: what is set counts 1, what is not 0. */
export function figureText(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** Names of the document that the row is a line of. */
const ofDocument = 'document.'

const read = new Map<string, Formula>()
const formulaOnce = (text: string): Formula => {
  const known = read.get(text) ?? formulaOf(text)
  read.set(text, known)
  return known
}

/** The figures of one line that formulas make, in the order of the formulas: a later one may name an earlier one. */
export function typedFigures(
  formulas: readonly { readonly field: string; readonly formula: string; readonly scale: number }[],
  line: Readonly<Record<string, unknown>>,
  document: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string | null>> {
  const made: Record<string, string | null> = {}
  for (const { field, formula, scale } of formulas) {
    const value = resultOf(formulaOnce(formula), name =>
      name.startsWith(ofDocument)
        ? figureText(document[name.slice(ofDocument.length)])
        : Object.hasOwn(made, name)
          ? (made[name] ?? null)
          : figureText(line[name]),
    )
    made[field] = value === null ? null : roundTo(value, scale, 'halfUp')
  }
  return made
}
