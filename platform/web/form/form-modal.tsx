/** A dialog with a form drawn from metadata: new record (status 1), edit (status 2), or the input of an action. */
import { Form } from 'antd'
import { useRef, type ReactNode } from 'react'
import { HistoryButton } from '../history/history-button.tsx'
import { t } from '../i18n/t.ts'
import { useIsMobile } from '../page/use-is-mobile.ts'
import { TabModal } from '../page/tab-modal.tsx'
import { ChangedNotice } from './changed-notice.tsx'
import { DraftOffer } from './draft-offer.tsx'
import { formWidth, hasTwoColumns, Item } from './form-item.tsx'
import { FormScopeContext } from '../values/form-scope.ts'
import { focusField } from './focus-field.ts'
import { isReadOnly, type FormValues } from './form-values.ts'
import { Problems } from './problems.tsx'
import { useDialog, type DialogOptions } from './use-dialog.ts'
import './form.css'

/** The record as its list names it. */
interface Watched {
  readonly type: string
  readonly id: string
}

export interface FormModalProps extends DialogOptions {
  readonly title: string
  /** says what the button does: 新增国家, not 确定 */
  readonly okText: string
  /** the form says when another person changes the record meanwhile */
  readonly watch?: Watched
  /** takes the place of a dialog that is there already: it does not come up a second time */
  readonly isStill?: boolean
}

const withHistory = (watch: Watched) => (buttons: ReactNode) => (
  <>
    <HistoryButton {...watch} />
    {buttons}
  </>
)

/** Mount it to open it: its values live as long as it is mounted, also while its tab is hidden. */
export function FormModal(props: FormModalProps) {
  const { title, okText, items, status, isStill = false, watch } = props
  // fingers need 40 px
  const isMobile = useIsMobile()
  const body = useRef<HTMLDivElement>(null)
  const size = isMobile ? 'large' : 'middle'
  const { form, formName, questions, record, saving, scope, ...on } = useDialog(props)
  const { busy, problem } = saving
  return (
    <TabModal
      className="zg-form-modal"
      {...(isStill ? { transitionName: '', maskTransitionName: '' } : {})}
      title={title}
      open
      okButtonProps={{ size }}
      cancelButtonProps={{ size }}
      afterOpenChange={isOpen => {
        const first = items.find(item => !isReadOnly(item, status))
        // whoever is quicker than the dialog is in a field already; on a phone the keyboard would cover the form
        const isTyping = body.current?.contains(document.activeElement) === true
        if (isOpen && !isMobile && !isTyping && first !== undefined) focusField(formName, first.field)
      }}
      okText={okText}
      cancelText={t('取消')}
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={on.save}
      onCancel={on.close}
      width={formWidth(items)}
      {...(watch === undefined ? {} : { footer: withHistory(watch) })}
    >
      {questions}
      <div ref={body} onKeyDown={on.onKeyDown} className="zg-form">
        <DraftOffer draft={record.offered} onTake={record.restore} onDrop={record.drop} />
        {watch !== undefined && problem === null && <ChangedNotice {...watch} />}
        <Problems
          problem={problem}
          items={items}
          row={record.base}
          busy={busy}
          onKeepMine={on.keepMine}
          onTakeLatest={on.takeLatest}
          values={form.getFieldsValue(true) as FormValues}
          onLines={on.mergeLines}
        />
        <Form
          form={form}
          name={formName}
          layout="vertical"
          size={size}
          className={hasTwoColumns(items) ? 'zg-form-columns' : ''}
          initialValues={record.initial}
          onValuesChange={on.changed}
          requiredMark
        >
          <FormScopeContext value={scope}>
            {items.map(item => (
              <Item key={item.field} item={item} status={status} />
            ))}
          </FormScopeContext>
        </Form>
      </div>
    </TabModal>
  )
}
