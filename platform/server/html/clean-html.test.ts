import { describe, expect, test } from 'vitest'
import { sentence } from '#platform/declare/sentence.ts'
import { richText } from '#platform/declare/fields.ts'
import { fieldValue } from '../records/field-value.ts'
import { cleanHtml } from './clean-html.ts'

const picture = '<img src="/api-2024/fileUpload/down2?id=12" alt="图" />'

describe('hostile HTML', () => {
  test.each([
    ['<p>好</p><script>alert(1)</script>', '<p>好</p>'],
    ['<p onclick="x()" class="y" id="z">好</p>', '<p>好</p>'],
    ['<svg onload=alert(1)><script>1</script></svg><p>好</p>', '<p>好</p>'],
    ['<p>好</p><svg><a xlink:href="javascript:alert(1)"></a></svg>', '<p>好</p><a rel="noopener noreferrer" target="_blank"></a>'],
    ['<iframe src="https://x"></iframe><p>好</p>', '<p>好</p>'],
    ['<p>好</p><style>p{display:none}</style>', '<p>好</p>'],
    ['<p>好<img src=x onerror=alert(1)></p>', '<p>好</p>'],
    ['<p>好<img src="data:image/svg+xml;base64,PHN2Zz4="></p>', '<p>好</p>'],
    ['<p>好<img src="https://tracker.example/p.gif"></p>', '<p>好</p>'],
    ['<p>好<img src="//tracker.example/p.gif"></p>', '<p>好</p>'],
    ['<p>好<img src="/api-2024/fileUpload/down2?id=1&next=//x"></p>', '<p>好</p>'],
    ['<p style="position:fixed;color:red;background-image:url(//x)">好</p>', '<p style="color:red">好</p>'],
    ['<p style="color:expression(alert(1))">好</p>', '<p>好</p>'],
    [
      '<span style="font-size:36px">大</span><span style="font-size:99px">大</span>',
      '<span style="font-size:36px">大</span><span>大</span>',
    ],
    ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>好', '<table></table>好'],
  ])('%s', (html, clean) => expect(cleanHtml(html)).toBe(clean))

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
  ])('a link to %s leads nowhere', href =>
    expect(cleanHtml(`<a href="${href}">看</a>`)).toBe('<a rel="noopener noreferrer" target="_blank">看</a>'),
  )
  test('cleaning twice changes nothing', () => {
    const once = cleanHtml('<p style="text-align:center">甲 & 乙 < 丙</p><svg/onload=1>')
    expect(cleanHtml(once)).toBe(once)
  })
})

test('what the editor writes stays as it is', () => {
  for (const html of [
    '<p style="text-align:center"><strong>粗</strong><em>斜</em><u>线</u><s>删</s></p>',
    '<ul><li><p>一</p></li></ul><ol start="3"><li><p>三</p></li></ol>',
    '<table style="min-width:50px"><tbody><tr><td colspan="2" rowspan="1"><p>格</p></td></tr></tbody></table>',
    picture,
    '<a href="https://example.com/" target="_blank" rel="noopener noreferrer">外</a>',
  ])
    expect(cleanHtml(html)).toBe(html)
})

test('nothing to read or see is empty; a picture alone is not', () => {
  for (const html of ['', '<p></p>', '<p>&nbsp;</p><p><br></p>', '<script>1</script>', ' \n ']) expect(cleanHtml(html)).toBe('')
  expect(cleanHtml(picture)).toBe(picture)
})

describe('as a field', () => {
  test.each([
    [{ optional: true }, '<p></p>', [null, null]],
    [{}, '<p> </p>', [null, sentence`不能为空`]],
    [{}, '<p>好</p><script>1</script>', ['<p>好</p>', null]],
    [{}, 5, [null, sentence`应为文字`]],
    [{ max: 10 }, '<p>一二三四五</p>', [null, sentence`最多 ${10} 个字（含格式）`]],
  ] as const)('%j %s', (options, given, checked) =>
    expect(fieldValue(richText('正文', 'Text', options), given, cleanHtml)).toEqual(checked),
  )
})
