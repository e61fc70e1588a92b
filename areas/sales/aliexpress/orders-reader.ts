/** AliExpress's orders in the worker thread of an import. */
import { orderReader } from '../files/order-reader.ts'
import { aliexpressOrders } from './orders-file.ts'

export default orderReader(aliexpressOrders)
