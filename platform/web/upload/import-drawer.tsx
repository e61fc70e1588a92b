/** The report of one import beside the list of imports, with the deletion of what it brought. */
import { asText } from '#platform/format/text.ts'
import { Button, Modal } from 'antd'
import { api } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { askFirst } from '../widgets/confirm.tsx'
import type { RowDrawerProps } from '../values/row-openers.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { usePage } from '../page/page-context.ts'
import { TabDrawer } from '../page/tab-modal.tsx'
import { ImportProgress } from './import-progress.tsx'
import { isListImport } from './import-texts.ts'
import { useImports } from './use-import.ts'

/** Operation ids of the suite: 4 delete. */
const removeOperation = 4

export function ImportDrawer({ row, onClose, onChanged }: RowDrawerProps) {
  const { can } = usePage()
  const [modal, questions] = Modal.useModal()
  const [watch] = useImports([row.id])
  const remove = (): void =>
    askFirst(modal, {
      loses: true,
      title: t('确定要删除“{name}”的导入吗？', { name: asText(row.fileName ?? row.id) }),
      content: t('这次导入带来的数据行将被删除，其他文件里也有的行会保留，利润随之重算。'),
      okText: t('删除本次导入'),
      onOk: () =>
        ignoreShownRefusal(
          api.write('/fileImportHistory/delete', { id: row.id }).then(() => {
            feedback.success(t('已删除本次导入'))
            onChanged()
            onClose()
          }),
        ),
    })
  return (
    <TabDrawer
      title={t('导入报告')}
      open
      size={640}
      onClose={onClose}
      extra={
        // nothing came of a refused or cancelled import: nothing to delete; rows of a list have overwritten what was there
        can(removeOperation) &&
        watch?.details?.state === 'done' &&
        !isListImport(watch.details) && (
          <Button danger onClick={remove}>
            {t('删除本次导入')}
          </Button>
        )
      }
    >
      {questions}
      <ImportProgress ids={[row.id]} onEnded={onChanged} />
    </TabDrawer>
  )
}
