/** eBay's orders in the worker thread of an import. */
import { orderReader } from '../files/order-reader.ts'
import { ebayOrders } from './orders-file.ts'

export default orderReader(ebayOrders)
