/** Printing a page: the browser prints its paper in place of the screen, also by its own command; the server makes the PDF. */
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { fetchFile, saveFile } from '../api/download.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { useIsShown } from '../page/page-context.ts'
import { htmlOf, indented, type Paper, type PaperTable } from './paper.ts'
import './paper.css'

/** what the call takes */
const [htmlMax, titleMax] = [300_000, 120]

export interface PaperTools {
  /** stands beside the page; it draws nothing but while the page is printed */
  readonly sheet: ReactNode
  pdf(): Promise<void>
  print(): Promise<void>
}

async function pdfOf({ title, lines, tables, landscape = false, onePage = false, slips = false }: Paper): Promise<void> {
  const html = htmlOf({ lines, tables, slips })
  if (html.length > htmlMax) {
    feedback.warning(t('内容太多，放不进一份 PDF，请收起一些行，或导出表格'))
    return
  }
  saveFile(await fetchFile('/generateHtmlToPDF', { html, title: title.slice(0, titleMax), landscape, onePage, slips }, `${title}.pdf`))
}

/** `now`: what the page knows at this moment; `whole`: with what has to be asked for first. */
export function usePaper(now: () => Paper | null, whole?: () => Promise<Paper | null>): PaperTools {
  const isShown = useIsShown()
  const [paper, setPaper] = useState<Paper | null>(null)
  const known = useRef(now)
  useLayoutEffect(() => {
    known.current = now
  })
  useEffect(() => {
    if (!isShown) return
    const before = (): void => flushSync(() => setPaper(asked => asked ?? known.current()))
    const after = (): void => setPaper(null)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [isShown])
  const made = async (): Promise<Paper | null> => (whole === undefined ? now() : whole())
  return {
    sheet: paper === null ? null : createPortal(<Sheet paper={paper} />, document.body),
    async pdf() {
      const one = await made()
      if (one !== null) await pdfOf(one)
    },
    async print() {
      const one = await made()
      if (one === null) return
      flushSync(() => setPaper(one))
      window.print()
    },
  }
}

function Sheet({ paper: { title, lines, tables, landscape = false, slips = false } }: { readonly paper: Paper }) {
  return (
    <article className="zg-paper" data-landscape={landscape || undefined} data-slips={slips || undefined}>
      {!slips && <h1>{title}</h1>}
      {lines.map(line => (
        <p key={line}>{line}</p>
      ))}
      {tables.map((table, at) => (
        // tables may be called the same
        <Table key={`${table.title} ${String(at)}`} table={table} />
      ))}
    </article>
  )
}

function Table({ table: { title, heads, rows, lines = [], foot = [] } }: { readonly table: PaperTable }) {
  return (
    <section>
      {title !== '' && <h2>{title}</h2>}
      {lines.map(line => (
        <p key={line}>{line}</p>
      ))}
      <table>
        {heads.length > 0 && (
          <thead>
            <tr>
              {heads.map(({ text, isFigure }, at) => (
                <th key={`${text} ${String(at)}`} scope="col" data-figure={isFigure}>
                  {text}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(({ cells, depth, isSum }, no) => (
            <tr key={`${cells[0]?.text ?? ''} ${String(no)}`} data-sum={isSum}>
              {cells.map(({ text, isFigure }, at) => (
                <td key={`${heads[at]?.text ?? ''} ${String(at)}`} data-figure={isFigure}>
                  {at === 0 ? indented(text, depth) : text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {foot.map(line => (
        <p key={line}>{line}</p>
      ))}
    </section>
  )
}
