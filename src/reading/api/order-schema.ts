export const ORDER_SCHEMA = {
  Order: {
    description: 'A purchase, or a sale.',
    oneOf: [{ $ref: '#/components/schemas/BuyOrder' }, { $ref: '#/components/schemas/SellOrder' }],
    discriminator: {
      propertyName: 'side',
      mapping: { BUY: '#/components/schemas/BuyOrder', SELL: '#/components/schemas/SellOrder' },
    },
  },
};

export const ORDER_REFERENCE = { $ref: '#/components/schemas/Order' };
