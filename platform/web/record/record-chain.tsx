/** 上下游: what a document was drawn from and what was drawn from it, the nearest first; each leads to its page. */
import { useQuery } from '@tanstack/react-query'
import type { Chain, ChainLink } from '../../declare/wire-draws.ts'
import { api } from '../api/client.ts'
import { t } from '../i18n/t.ts'
import { NoRows, RowsFailed, RowsLoading } from '../values/list-notices.tsx'
import { RecordLink, useRecordUrls } from '../values/record-link.tsx'

export default function RecordChain({ type, id }: { readonly type: string; readonly id: string }) {
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['chain', type, id],
    queryFn: ({ signal }) => api.post<Chain>('/listField/chain', { type, id }, { signal, quiet: true }),
    throwOnError: false,
  })
  if (isError) return <RowsFailed error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <RowsLoading />
  if (data.up.length + data.down.length === 0)
    return <NoRows text={t('没有上下游单据')} isFiltered={false} begin={null} onReset={() => undefined} />
  return (
    <div className="zg-chain">
      <Side title={t('上游')} links={data.up} />
      <Side title={t('下游')} links={data.down} />
      {data.isMore && <p className="zg-chain-more">{t('单据较多，只显示最近的')}</p>}
    </div>
  )
}

function Side({ title, links }: { readonly title: string; readonly links: readonly ChainLink[] }) {
  const urlOf = useRecordUrls()
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {links.length === 0 && <p className="zg-chain-more">{t('没有单据')}</p>}
      <ul>
        {links.map(link => (
          <li key={`${link.type} ${link.id}`} data-steps={Math.min(link.steps, 4)}>
            <span className="zg-chain-kind">{link.title}</span>
            <Numbered url={urlOf(link.type, link.id)} label={link.label} />
            {link.state !== null && (
              <span className={link.state.tone === null ? '' : `zg-tone zg-tone-${link.state.tone}`}>{link.state.label}</span>
            )}
            {link.day !== null && <span className="zg-chain-day">{link.day}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Without a page that this person has, its number alone. */
const Numbered = ({ url, label }: { readonly url: string | null; readonly label: string }) =>
  url === null ? <span>{label}</span> : <RecordLink url={url}>{label}</RecordLink>
