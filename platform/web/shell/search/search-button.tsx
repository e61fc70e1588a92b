/** The way to the search over all pages: a button, and Ctrl or Cmd with K. */
import { SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, lazy, useEffect, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { withReload } from '../page/chunk-load.ts'

const PageSearch = lazy(withReload(() => import('./page-search.tsx')))

export function SearchButton() {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setState(before => (before === 'open' ? 'closed' : 'open'))
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <Button
        type="text"
        icon={<SearchOutlined />}
        aria-label={t('搜索页面')}
        title={`${t('搜索页面')} (Ctrl K)`}
        onClick={() => setState('open')}
      />
      {state !== 'never' && (
        <Suspense fallback={null}>
          <PageSearch open={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  )
}
