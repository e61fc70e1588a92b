import { expect, test } from 'vitest'
import { htmlToText } from './html-text.ts'

test.each([
  ['', ''],
  ['<p>一行</p><p>二行 &amp; 三</p>', '一行 二行 & 三'],
  ['<p>a<strong>b</strong>c<br>d</p>', 'abc d'],
  ['<ul><li>甲</li><li>乙</li></ul>', '甲 乙'],
  ['<p>&lt;script&gt; &quot;x&quot; &#39;y&#39; &#x4F60;&nbsp;&nbsp;好</p>', `<script> "x" 'y' 你 好`],
  ['<p><img src="/a.png"></p>', ''],
  ['1 < 2 &unknown; &#0;', '1 < 2 &unknown;'],
  ['<table><tr><td>1</td><td>2</td></tr></table>', '1 2'],
])('%s -> %s', (html, text) => expect(htmlToText(html)).toBe(text))
