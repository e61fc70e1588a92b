/** A plain PDF of some lines in Chinese whose font is not embedded, as office programs of the country write them. Pure. */
const linesOfPage = 40
const hexOf = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()

export function pdfOf(lines: readonly string[]): Buffer {
  const pages: string[][] = []
  for (let at = 0; at < Math.max(lines.length, 1); at += linesOfPage) pages.push(lines.slice(at, at + linesOfPage))
  const pageIds = pages.map((_, n) => 6 + n * 2)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pageIds.map(id => `${id} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [4 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> ' +
      '/FontDescriptor 5 0 R /DW 1000 >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 ' +
      '/CapHeight 880 /StemV 93 >>',
    ...pages.flatMap((page, n) => {
      const text = page.map((line, at) => `${at === 0 ? '50 790 Td' : '0 -18 Td'} <${hexOf(line)}> Tj`).join('\n')
      const content = `BT /F1 11 Tf\n${text}\nET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${7 + n * 2} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let body = '%PDF-1.4\n'
  const at = objects.map((object, n) => {
    const from = body.length
    body += `${n + 1} 0 obj\n${object}\nendobj\n`
    return from
  })
  const table = at.map(from => `${String(from).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return Buffer.from(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
  )
}
