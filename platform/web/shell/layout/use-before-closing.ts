import { App } from 'antd'
import { t } from '../../i18n/t.ts'
import { askFirst } from '../../widgets/confirm.tsx'
import { hasUnsaved } from '../../api/unsaved-store.ts'
import type { Tab } from '../tabs/tab-rules.ts'

/** Asks once before tabs are closed in which something is typed and not saved, naming them. */
export function useBeforeClosing(): (tabs: readonly Tab[], goOn: () => void) => void {
  const { modal } = App.useApp()
  return (tabs, goOn) => {
    const unsaved = tabs.filter(tab => hasUnsaved(tab.key))
    if (unsaved.length === 0) return goOn()
    askFirst(modal, {
      loses: true,
      title: t('有未保存的内容'),
      content: t('“{titles}”还没有保存。关闭后内容留作草稿，下次打开表单时可以恢复。', {
        titles: unsaved.map(tab => tab.title).join(t('、')),
      }),
      okText: t('关闭标签'),
      onOk: goOn,
    })
  }
}
