/** What a spreadsheet puts into the clipboard, as cells. Pure. */

/** Tab-separated lines; a quoted cell may hold tabs, line ends and doubled quotes. */
export function readTsv(text: string): string[][] {
  const lines: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = (): void => {
    lines.at(-1)?.push(cell)
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === '\t') endCell()
    else if (sign === '\n') {
      endCell()
      lines.push([])
    } else if (sign !== '\r') cell += sign
  }
  endCell()
  // spreadsheets end with a line end
  if (lines.length > 1 && lines.at(-1)?.join('') === '') lines.pop()
  return lines
}
