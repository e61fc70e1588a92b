import { inChinese } from '#platform/declare/sentence.ts'
import { describe, expect, test } from 'vitest'
import { moneyText, NumberEvidence, parseMoney, proofOf, type DecimalMark } from './numbers.ts'
import { printNumber, type NumberStyle } from './write-styles.ts'

describe('what a cell proves', () => {
  test.each([
    ['12', 'nothing'],
    ['-300', 'nothing'],
    ['1 234', 'nothing'],
    ['1,5', ','],
    ['1141,18', ','],
    ['-10.11', '.'],
    ['1,234', 'either'],
    ['1.234', 'either'],
    ['-1,234', 'either'],
    ['0,123', ','],
    ['1234,567', ','],
    ['1,234.56', '.'],
    ['1.234,56', ','],
    ['1,234,567', '.'],
    ['1.234.567', ','],
    ['1 234,567', ','],
    ["1'234.56", '.'],
    ['1’234.56', '.'],
    ['$-1.00', '.'],
    ['-$1.00', '.'],
    ['(12.34)', '.'],
    ['12,34-', ','],
    ['\u221210,50', ','],
    ['€ 1.234,50', ','],
    ['1,23,456.78', '.'],
    ['12.345.6', 'no'],
    ['1,2345,6', 'no'],
    ['abc', 'no'],
    ['1.2.3', 'no'],
    ['--1', 'no'],
    ['1,23,45', 'no'],
    ['1.23456', 'no'],
    ['', 'no'],
    ['-', 'no'],
  ])('%s proves %s', (cell, proof) => {
    expect(proofOf(cell)).toBe(proof)
  })
})

describe('reading', () => {
  const cases: [string, DecimalMark, string | null][] = [
    ['-10.11', '.', '-10.11'],
    ['-10,11', ',', '-10.11'],
    ['1,234.50', '.', '1234.50'],
    ['1.234,5', ',', '1234.5'],
    ['1 234,56', ',', '1234.56'],
    ['1\u00A0234,56', ',', '1234.56'],
    ['1\u202F234,56', ',', '1234.56'],
    ["1'234.56", '.', '1234.56'],
    ['$-1.00', '.', '-1.00'],
    ['$0.00', '.', '0.00'],
    ['-0.00', '.', '0.00'],
    ['+5', '.', '5'],
    ['.5', '.', '0.5'],
    ['\u22123,20', ',', '-3.20'],
    ['1,234', '.', '1234'],
    ['1,234', ',', '1.234'],
    ['007.10', '.', '7.10'],
    ['32.09    ', '.', '32.09'],
    ['\u200E-32.09', '.', '-32.09'],
    ['1.234,50\u00A0€', ',', '1234.50'],
    ['R$ -1.234,50', ',', '-1234.50'],
    ['kr 10,50', ',', '10.50'],
    ['99999999999999.9999', '.', '99999999999999.9999'],
    ['100000000000000', '.', null],
    ['10,11', '.', null],
    ['1.23456', '.', null],
    ['12a', '.', null],
    ['', '.', null],
    ['1,23', '.', null],
  ]
  test.each(cases)('%s with mark %s is %s', (cell, mark, text) => {
    expect(parseMoney(cell, mark)?.text ?? null).toBe(text)
  })

  test('printing and reading in every style gives the same amount', () => {
    const styles: NumberStyle[] = ['1,234.56', '1.234,56', '1 234,56', "1'234.56", '1234.56', '1234,56']
    let state = 7n
    for (let round = 0; round < 2000; round++) {
      state = (state * 6364136223846793005n + 1442695040888963407n) % 18446744073709551616n
      const units = ((state >> 20n) % 100_000_000_000n) - 50_000_000_000n
      const text = moneyText(units * 100n, 2)
      for (const style of styles) {
        const mark = style.includes(',56') ? ',' : '.'
        expect(parseMoney(printNumber(text, style), mark)?.units).toBe(units * 100n)
      }
    }
  })
})

describe('the verdict over a file', () => {
  const verdict = (cells: string[], holds: (mark: DecimalMark) => boolean): string => {
    const evidence = new NumberEvidence()
    cells.forEach((cell, at) => evidence.note(cell, at + 1))
    const answer = evidence.verdict(holds)
    return answer.mark ?? inChinese(answer.reason)
  }
  test('one proof decides for all, whatever the currency', () => {
    expect(verdict(['1,234', '5', '1141,18'], () => true)).toBe(',')
    expect(verdict(['1.234', '2,345.10'], () => true)).toBe('.')
  })
  test('whole numbers alone need no decision', () => {
    expect(verdict(['1', '-300'], () => false)).toBe('.')
  })
  test('where no cell proves it the sums decide', () => {
    expect(verdict(['1,234', '-300'], mark => mark === '.')).toBe('.')
    expect(verdict(['1,234', '-300'], mark => mark === ',')).toBe(',')
  })
  test('what stays ambiguous is refused with both readings', () => {
    expect(verdict(['7', '1,234'], () => true)).toMatch(/第2行“1,234”可读作1234或1\.234/)
    expect(verdict(['1,234'], () => false)).toMatch(/都不成立/)
  })
  test('two writings in one file are refused with both places', () => {
    expect(verdict(['1.50', '2,50'], () => true)).toMatch(/第1行“1\.50”用点，第2行“2,50”用逗号/)
  })
})
