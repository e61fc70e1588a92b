import { expect, test } from 'vitest'
import { capitalAmount } from './capital.ts'

test.each([
  ['50191.21', '伍万零壹佰玖拾壹元贰角壹分'],
  ['0', '零元整'],
  ['0.00', '零元整'],
  ['0.05', '伍分'],
  ['-0.05', '负伍分'],
  ['0.5', '伍角整'],
  ['1', '壹元整'],
  ['1.05', '壹元零伍分'],
  ['10', '壹拾元整'],
  ['10.50', '壹拾元伍角整'],
  ['100000', '壹拾万元整'],
  ['100001', '壹拾万零壹元整'],
  ['1000.30', '壹仟元叁角整'],
  ['10002000.07', '壹仟万贰仟元零柒分'],
  ['20000000000', '贰佰亿元整'],
  ['100000001', '壹亿零壹元整'],
  ['100010001', '壹亿零壹万零壹元整'],
  ['-6313.36', '负陆仟叁佰壹拾叁元叁角陆分'],
  ['1234567890123456.78', '壹仟贰佰叁拾肆万亿伍仟陆佰柒拾捌亿玖仟零壹拾贰万叁仟肆佰伍拾陆元柒角捌分'],
])('%s', (text, said) => expect(capitalAmount(text)).toBe(said))

test('every figure of a million is read back to what it was', () => {
  const value = (said: string): number => {
    const at = (one: string): number => '零壹贰叁肆伍陆柒捌玖'.indexOf(one)
    let [sum, group, digit] = [0, 0, 0]
    for (const one of said.replaceAll(/[负整]/g, '')) {
      if (at(one) >= 0) digit = at(one)
      else if (one === '拾' || one === '佰' || one === '仟') {
        group += digit * { 拾: 10, 佰: 100, 仟: 1000 }[one]
        digit = 0
      } else if (one === '万') [sum, group, digit] = [sum + (group + digit) * 1_000_000, 0, 0]
      else if (one === '元') [sum, group, digit] = [sum + (group + digit) * 100, 0, 0]
      else [sum, digit] = [sum + digit * (one === '角' ? 10 : 1), 0]
    }
    return sum
  }
  for (let cents = 1; cents < 100_000_000; cents += 9_973) expect(value(capitalAmount((cents / 100).toFixed(2)))).toBe(cents)
})
