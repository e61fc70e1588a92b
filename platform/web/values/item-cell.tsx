/** A product, or an MSKU by its product: picture, name, and the codes below, each copied by a click. */
import { useQuery } from '@tanstack/react-query'
import { Fragment, useContext, useState, type ReactNode } from 'react'
import type { ItemAsk, NamedSku } from '../../declare/wire.ts'
import { feedback } from '../api/feedback.ts'
import { callUrl } from '../api/request.ts'
import { t } from '../i18n/t.ts'
import { reportLinks } from './report-links.ts'
import { ShellContext } from '../page/shell-context.ts'
import { itemQuery } from './item-names.ts'
import { beginPath, narrowedPath } from './list-state.ts'
import { RecordLink } from './record-link.tsx'
import './item-cell.css'

interface PictureProps {
  readonly file: string | null
  readonly name: string
}

function Picture({ file, name }: PictureProps) {
  const [isBroken, setBroken] = useState(false)
  if (file !== null && !isBroken)
    return (
      <img
        className="zg-item-picture"
        src={callUrl('/fileUpload/down2', { id: file, w: 96 })}
        alt=""
        width={32}
        height={32}
        loading="lazy"
        onError={() => setBroken(true)}
      />
    )
  return (
    <span className="zg-item-picture" aria-hidden>
      {[...name][0]?.toUpperCase()}
    </span>
  )
}

function Code({ text }: { text: string }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className="zg-item-code"
      title={t('复制{text}', { text })}
      onClick={event => {
        event.stopPropagation()
        void navigator.clipboard.writeText(text).then(
          () => feedback.success(t('已复制{text}', { text })),
          () => feedback.warning(t('浏览器不允许复制')),
        )
      }}
    >
      {text}
    </button>
  )
}

/** Where an MSKU gets its product, the form filled in; the words alone where the person has no such page. */
function Unmapped({ sellerSku = '', shopId }: ItemAsk) {
  const path = useContext(ShellContext)?.routes.find(one => one.menu.component === reportLinks().skus)?.menu.path
  if (path === undefined) return t('未配对')
  const narrowed = narrowedPath(path, { field: 'sellerSku', value: sellerSku })
  const url = shopId === undefined ? narrowed : narrowedPath(narrowed, { field: 'shopId', value: shopId })
  return (
    <RecordLink url={beginPath(url, 'add')} isInCell isExact>
      {t('未配对')}
    </RecordLink>
  )
}

interface CodesProps {
  readonly ask: ItemAsk
  readonly named: NamedSku | null | undefined
}

/** What stands below the name. */
function Codes({ ask, named }: CodesProps) {
  // the name itself is the code
  if (named === undefined) return null
  if (named === null) return ask.sellerSku === undefined ? null : <Unmapped {...ask} />
  const codes = [...new Set([ask.sellerSku ?? '', named.sku])].filter(one => one !== '')
  return (
    <>
      {codes.map((text, at) => (
        <Fragment key={text}>
          {at > 0 && ' · '}
          <Code text={text} />
        </Fragment>
      ))}
      {named.site !== '' && ` · ${named.site}`}
    </>
  )
}

interface ItemCellProps {
  readonly ask: ItemAsk
  /** what it is called while nobody says better: its code */
  readonly text: string
  /** the name as what it opens; absent: as text */
  readonly children?: (name: string) => ReactNode
}

/** Its height is that of its row, whatever has been answered. */
export function ItemCell({ ask, text, children }: ItemCellProps) {
  const { data, isPending } = useQuery(itemQuery(ask))
  const name = data?.name ?? text
  const codes = data === undefined || data === null ? [] : [...new Set([ask.sellerSku, data.sku, data.site])].filter(Boolean)
  return (
    <span className={isPending ? 'zg-item zg-item-pending' : 'zg-item'}>
      <Picture key={data?.picture ?? ''} file={data?.picture ?? null} name={isPending ? '' : name} />
      <span className="zg-item-words" title={[name, codes.join(' · ')].join('\n').trim()}>
        <span className="zg-item-name">{children === undefined ? name : children(name)}</span>
        <small className="zg-item-codes">
          <Codes ask={ask} named={data} />
        </small>
      </span>
    </span>
  )
}
