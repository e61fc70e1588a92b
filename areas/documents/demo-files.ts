/** Files of the demo company's documents: templates and forms as Word and Excel, the rest as PDF. Small, and real ones. */
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { xlsxStream, zipStream } from '#platform/server/files.ts'
import { pdfOf } from '#areas/contracts/index.ts'

const office = 'application/vnd.openxmlformats-officedocument'
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

function docxOf(paragraphs: readonly string[]): Promise<Buffer> {
  const body = paragraphs.map(text => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')
  const parts: Readonly<Record<string, string>> = {
    '[Content_Types].xml':
      `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ` +
      'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ' +
      `ContentType="${office}.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels':
      `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" ` +
      `Type="${relations}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${xml}<w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`,
  }
  return buffer(Readable.from(zipStream(Object.entries(parts).map(([name, text]) => ({ name, content: [Buffer.from(text)] })))))
}
const xlsxOf = (title: string, lines: readonly string[]): Promise<Buffer> =>
  buffer(
    xlsxStream({
      sheets: [
        {
          name: '表单',
          columns: [
            { title, kind: 'text', width: 60 },
            { title: '填写', kind: 'text', width: 30 },
          ],
          rows: [lines.map(line => [line, ''])],
        },
      ],
    }),
  )

export interface DemoFile {
  readonly name: string
  readonly contentType: string
  readonly content: Buffer
  readonly type: 'ATTACHMENT'
}
/** By what the title says it is. */
export async function demoFile(title: string, lines: readonly string[]): Promise<DemoFile> {
  const type = 'ATTACHMENT'
  const all = [title, '云帆跨境（演示）', ...lines]
  if (/模板|申请说明/.test(title))
    return { name: `${title}.docx`, contentType: `${office}.wordprocessingml.document`, content: await docxOf(all), type }
  if (/报销单|调查表|清单|价格分析/.test(title))
    return { name: `${title}.xlsx`, contentType: `${office}.spreadsheetml.sheet`, content: await xlsxOf(title, all), type }
  return { name: `${title}.pdf`, contentType: 'application/pdf', content: pdfOf(all), type }
}
