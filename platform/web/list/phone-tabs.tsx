/**
 * On a phone a list with filter tabs shows them in its only row of tools, so that the first row stays within 180 px. Its search box takes
 * the whole of that row while it is open; a search in force marks the button that opens it.
 */
import { CloseOutlined, SearchOutlined } from '@ant-design/icons'
import { Badge, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { t } from '../i18n/t.ts'
import { FilterTabs, type FilterTabsProps } from './filter-tabs.tsx'
import { isSearched } from '../values/list-query.ts'
import { SearchBox } from './search-box.tsx'

export const hasTabs = ({ tabs = [] }: FilterTabsProps['definition']): boolean => tabs.length > 0

/** `resets` of the bar: with a new one the search box is empty again. */
export function PhoneTabs({ resets, ...props }: FilterTabsProps & { readonly resets: number }) {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen) box.current?.querySelector<HTMLInputElement>('.ant-input')?.focus()
  }, [isOpen])
  if (!isSearched(props.definition)) return <FilterTabs {...props} />
  return (
    <>
      {!isOpen && <FilterTabs {...props} />}
      {/* stays mounted: what is typed is asked for although the box is closed at once */}
      <div className="zg-phone-search" ref={box} hidden={!isOpen}>
        <SearchBox key={resets} {...props} />
        <Button icon={<CloseOutlined aria-hidden />} aria-label={t('收起搜索')} title={t('收起搜索')} onClick={() => setOpen(false)} />
      </div>
      <Badge dot={props.state.search !== null}>
        <Button icon={<SearchOutlined aria-hidden />} aria-label={t('搜索')} title={t('搜索')} onClick={() => setOpen(true)} />
      </Badge>
    </>
  )
}
