/** The filter of the mapping queue: kept in the page's address. */
import { Input, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '#platform/web/i18n/t.ts'
import { useDebounced } from '#platform/web/values/use-debounced.ts'
import { platforms, reportFamilies, type QueueAsk } from './type-map-data.tsx'
import { clearable, clearableText } from '#platform/web/widgets/clearable.tsx'

const searchDelayMs = 800

/** The queue's filter as the page's address says it. */
export function useAsk(): [QueueAsk, (next: QueueAsk) => void] {
  const [search, setSearch] = useSearchParams()
  const family = reportFamilies().find(one => String(one.value) === search.get('family'))?.value
  const platform = platforms().find(one => String(one.value) === search.get('platform'))?.value
  const ask: QueueAsk = {
    unmappedOnly: search.get('unmapped') === '1',
    keyword: search.get('keyword') ?? '',
    family: family === undefined ? null : Number(family),
    platform: platform === undefined ? null : Number(platform),
  }
  const set = (next: QueueAsk): void =>
    setSearch(
      {
        ...(next.unmappedOnly ? { unmapped: '1' } : {}),
        ...(next.keyword === '' ? {} : { keyword: next.keyword }),
        ...(next.family === null ? {} : { family: String(next.family) }),
        ...(next.platform === null ? {} : { platform: String(next.platform) }),
      },
      { replace: true },
    )
  return [ask, set]
}

interface FiltersProps {
  readonly ask: QueueAsk
  /** on a phone the filter says how many, in place of a line above it */
  readonly unmapped: number
  readonly onAsk: (next: QueueAsk) => void
}

export function Filters({ ask, unmapped, onAsk }: FiltersProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const search = useDebounced((keyword: string) => {
    setTyped(null)
    onAsk({ ...ask, keyword: keyword.trim() })
  }, searchDelayMs)
  return (
    <div className="zg-filter-bar zg-type-map-filters" role="search">
      <Segmented
        aria-label={t('范围')}
        value={ask.unmappedOnly}
        options={[
          { value: false, label: t('全部') },
          {
            value: true,
            label: (
              <>
                {t('只看未映射')}
                {unmapped > 0 && <span className="zg-unmapped-count"> {unmapped}</span>}
              </>
            ),
          },
        ]}
        onChange={unmappedOnly => onAsk({ ...ask, unmappedOnly })}
      />
      <Select
        className="zg-filter"
        allowClear={clearable()}
        aria-label={t('平台')}
        placeholder={t('平台')}
        value={ask.platform === null ? null : String(ask.platform)}
        options={platforms().map(one => ({ value: String(one.value), label: one.label }))}
        onChange={(platform: string | null | undefined) => onAsk({ ...ask, platform: platform == null ? null : Number(platform) })}
      />
      <Select
        className="zg-filter"
        allowClear={clearable()}
        aria-label={t('报告')}
        placeholder={t('报告')}
        value={ask.family === null ? null : String(ask.family)}
        options={reportFamilies().map(one => ({ value: String(one.value), label: one.label }))}
        onChange={(family: string | null | undefined) => onAsk({ ...ask, family: family == null ? null : Number(family) })}
      />
      <Input
        className="zg-filter"
        allowClear={clearableText()}
        aria-label={t('搜索费用类型')}
        placeholder={t('搜索费用类型')}
        value={typed ?? ask.keyword}
        onChange={event => {
          setTyped(event.target.value)
          search.later(event.target.value)
        }}
        onPressEnter={event => search.now(event.currentTarget.value)}
      />
    </div>
  )
}
