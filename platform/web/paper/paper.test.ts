import { expect, test } from 'vitest'
import { figure, htmlOf, word } from './paper.ts'

test('words are words: signs of HTML in names stay what they are; figures stand to the right, levels are indented, totals bold', () => {
  const html = htmlOf({
    lines: ['店铺：<b>甲</b> & "乙"'],
    tables: [
      {
        title: '利润 <1>',
        heads: [word('店铺'), figure('金额')],
        rows: [
          { cells: [word('甲<script>'), figure('1.00')], depth: 2 },
          { cells: [word('总计'), figure('1.00')], isSum: true },
        ],
      },
    ],
  })
  expect(html).toBe(
    '<p>店铺：&lt;b&gt;甲&lt;/b&gt; &amp; &quot;乙&quot;</p><h3>利润 &lt;1&gt;</h3><table><thead><tr><th>店铺</th>' +
      '<th style="text-align:right">金额</th></tr></thead><tbody><tr><td>　　甲&lt;script&gt;</td><td style="text-align:right">1.00</td></tr>' +
      '<tr><td><strong>总计</strong></td><td style="text-align:right"><strong>1.00</strong></td></tr></tbody></table>',
  )
})

test('without heads and titles there are none', () => {
  expect(htmlOf({ lines: [], tables: [{ title: '', heads: [], rows: [{ cells: [word('a')] }] }] })).toBe(
    '<table><tbody><tr><td>a</td></tr></tbody></table>',
  )
})
