/**
 * Every question before something is done, in one place. Where a yes loses something it is neither the primary button nor the one that has
 * the focus: Enter alone never loses anything.
 */
import { Popconfirm, type ButtonProps, type ModalFuncProps, type PopconfirmProps } from 'antd'
import { t } from '../i18n/t.ts'

const losing: ButtonProps = { danger: true, type: 'default' }

interface Question extends Pick<ModalFuncProps, 'title' | 'content' | 'okText' | 'cancelText' | 'onOk' | 'onCancel'> {
  /** something is deleted, thrown away or can't be taken back */
  readonly loses: boolean
}
interface Asking {
  confirm(question: ModalFuncProps): unknown
}

/** `modal`: of `Modal.useModal()` or `App.useApp()`. */
export function askFirst(modal: Asking, { loses, cancelText = t('取消'), ...question }: Question): void {
  modal.confirm({ ...question, cancelText, ...(loses ? { okButtonProps: losing, focusable: { autoFocusButton: 'cancel' } } : {}) })
}

interface AskedProps extends Omit<PopconfirmProps, 'okButtonProps' | 'okType' | 'cancelText'> {
  readonly loses: boolean
}

/** The same beside a button. */
export const Asked = ({ loses, ...question }: AskedProps) => (
  <Popconfirm {...question} cancelText={t('取消')} {...(loses ? { okButtonProps: losing } : {})} />
)
