/** What a select of records says when it has none to offer: of a list that is empty, the page where its records are entered. */
import { useContext } from 'react'
import { t } from '../i18n/t.ts'
import { ShellContext } from '../page/shell-context.ts'

interface NoOptionsProps {
  /** list type of the records */
  readonly target: string
  readonly state: 'failed' | 'loading' | 'none'
  /** by a keyword or another field: the list itself may have records */
  readonly isNarrowed: boolean
}

export function NoOptions({ target, state, isNarrowed }: NoOptionsProps) {
  const shell = useContext(ShellContext)
  if (state === 'failed') return t('选项加载失败，请重新打开')
  if (state === 'loading') return t('加载中')
  const page = shell?.routes.find(({ menu }) => menu.component === `list/${target}`)
  if (isNarrowed || shell === null || page === undefined) return t('没有匹配的选项')
  return (
    <>
      {t('还没有记录：')}
      {/* the select would close before the click */}
      <a href={page.path} onMouseDown={event => event.preventDefault()} onClick={event => (event.preventDefault(), shell.open(page.path))}>
        {t('去新增{title}', { title: page.menu.meta.title })}
      </a>
    </>
  )
}
