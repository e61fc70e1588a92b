/** An MSKU by its product: picture, name, and the codes below, each copied by a click. */
import { useQuery } from '@tanstack/react-query'
import { useContext, useState, type ReactNode } from 'react'
import type { NamedSku, SkuAsk } from '../../declare/wire.ts'
import { feedback } from '../api/feedback.ts'
import { callUrl } from '../api/request.ts'
import { t } from '../i18n/t.ts'
import { reportLinks } from '../report/report-links.ts'
import { ShellContext } from '../shell/shell-context.ts'
import { itemQuery } from './item-names.ts'
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

/** Where an MSKU gets its product; the words alone where the person has no such page. */
function Unmapped() {
  const path = useContext(ShellContext)?.routes.find(one => one.menu.component === reportLinks().skus)?.menu.path
  return path === undefined ? (
    t('未配对')
  ) : (
    <RecordLink url={path} isInCell>
      {t('未配对')}
    </RecordLink>
  )
}

/** What stands below the name. */
function Codes({ sku, named }: { sku: string; named: NamedSku | null | undefined }) {
  if (named === null) return <Unmapped />
  return (
    <>
      <Code text={sku} />
      {named !== undefined && named.sku !== '' && (
        <>
          {' · '}
          <Code text={named.sku} />
          {` · ${named.site}`}
        </>
      )}
    </>
  )
}

interface ItemCellProps extends SkuAsk {
  /** the name as what it opens; absent: as text */
  readonly children?: (name: string) => ReactNode
}

/** Its height is that of its row, whatever has been answered. */
export function ItemCell({ shopId, sellerSku, children }: ItemCellProps) {
  const { data, isPending } = useQuery(itemQuery({ sellerSku, ...(shopId === undefined ? {} : { shopId }) }))
  const name = data?.name ?? sellerSku
  const rest = data === undefined || data === null ? [] : [data.sku, data.site]
  return (
    <span className={isPending ? 'zg-item zg-item-pending' : 'zg-item'}>
      <Picture key={data?.picture ?? ''} file={data?.picture ?? null} name={isPending ? '' : name} />
      <span className="zg-item-words" title={[name, [sellerSku, ...rest].join(' · ')].join('\n')}>
        <span className="zg-item-name">{children === undefined ? name : children(name)}</span>
        <small className="zg-item-codes">
          <Codes sku={sellerSku} named={data} />
        </small>
      </span>
    </span>
  )
}
