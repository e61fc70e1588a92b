/** The way to the search over all pages: a button, and Ctrl or Cmd with K. */
import { SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { PageSearch } from './page-search.tsx'

export function SearchButton() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen(before => !before)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <Button
        type="text"
        icon={<SearchOutlined aria-hidden />}
        aria-label={t('搜索页面和记录')}
        title={`${t('搜索页面和记录')} (Ctrl K)`}
        onClick={() => setOpen(true)}
      />
      {isOpen && <PageSearch onClose={() => setOpen(false)} />}
    </>
  )
}
