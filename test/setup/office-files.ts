/** For tests: office files and PDF with given texts, made by hand. */
import { madeZip } from './made-workbook.ts'

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const typesOf = (parts: Readonly<Record<string, string>>): string =>
  `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ` +
  `ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
  `${Object.entries(parts)
    .map(([name, type]) => `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`)
    .join('')}</Types>`
const relation = (target: string): string =>
  `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
  `<Relationship Id="rId1" Type="${office}/officeDocument" Target="${target}"/></Relationships>`

/** `more`: entries besides. */
export function madeDocx(paragraphs: readonly string[], more: Readonly<Record<string, string>> = {}): Buffer {
  const body = paragraphs.map(text => `<w:p><w:r><w:t>${escaped(text)}</w:t></w:r></w:p>`).join('')
  return madeZip({
    '[Content_Types].xml': typesOf({ 'word/document.xml': 'wordprocessingml.document.main' }),
    '_rels/.rels': relation('word/document.xml'),
    'word/document.xml': `${head}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    ...more,
  })
}

export function madePptx(slides: readonly string[]): Buffer {
  const parts = slides.map((text, at) => [
    `ppt/slides/slide${at + 1}.xml`,
    `${head}<p:sld xmlns:p="p" xmlns:a="a"><a:p><a:r><a:t>${escaped(text)}</a:t></a:r></a:p></p:sld>`,
  ])
  return madeZip({
    '[Content_Types].xml': typesOf({ 'ppt/presentation.xml': 'presentationml.presentation.main' }),
    '_rels/.rels': relation('ppt/presentation.xml'),
    'ppt/presentation.xml': `${head}<p:presentation xmlns:p="p"/>`,
    ...(Object.fromEntries(parts) as Record<string, string>),
  })
}

/** A PDF of one line a page, in a Chinese font that is not in it. */
export function madePdf(pages: readonly string[]): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_text, at) => `${6 + at * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [4 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) ' +
      '/Supplement 2 >> /FontDescriptor 5 0 R /DW 1000 >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 ' +
      '/Descent -120 /CapHeight 880 /StemV 93 >>',
  ]
  for (const text of pages) {
    const stream = `BT /F1 18 Tf 40 700 Td <${Buffer.from(text, 'utf16le').swap16().toString('hex')}> Tj ET`
    objects.push(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> ' +
        `/Contents ${objects.length + 2} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    )
  }
  let file = '%PDF-1.4\n'
  const places: number[] = []
  for (const [at, object] of objects.entries()) {
    places.push(file.length)
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = places.map(place => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`
  return Buffer.from(file, 'latin1')
}
