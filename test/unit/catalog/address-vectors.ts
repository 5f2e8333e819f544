import type { AddressFamily } from '#src/platform/addresses/networks.js';

/** Published addresses, most of them from the standard that defines their format. */
export const VALID: Readonly<Record<AddressFamily, readonly string[]>> = {
  // The text of EIP-55.
  evm: [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ],
  // The first block, BIP-173, BIP-350.
  bitcoin: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    '3LRW7jeCvQCRdPF8S3yUCfRAx4eqXFmdcr',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297',
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
    'BC1SW50QGDZ25J',
  ],
  litecoin: [
    'LUd28DgwFmae8thFhaPYHGVmps4XockqfQ',
    'Lg3PX8wRWmApFCoCMAsPF5P9dPHYQHEWKW',
    'LYhttvnKawAv6RcHQ4eBkNtifuiEA99PFe',
    'MGEW4aba3tnrVtVhGcmoqqHaLt5ymPSLPi',
    'MQd1fJwqBJvwLuyhr17PhEFx1swiqDbPQS',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'ltc1qhdhvrwe6rgqns8fz28tee0hphr5x7ulw5exv4w',
    'ltc1qxtm55gultqzhqzl2p3ks50hg2478y3hehuj6dz',
    ...[],
    'ltcmweb1qqt9rwznnxzkghv4s5wgtwxs0m0ry6n3atp95f47slppapxljde3xyqmdlnrc8ag7y2k354jzdc4pc4ks0kr43jehr77lngdecgh6689nn5mgv5yn',
    'ltcmweb1qq20e2arnhvxw97katjkmsd35agw3capxjkrkh7dk8d30rczm8ypxuq329nwh2twmchhqn3jqh7ua4ps539f6aazh79jy76urqht4qa59ts3at6gf',
  ],
  dogecoin: [
    'DEgDVFa2DoW1533dxeDVdTxQFhMzs1pMke',
    'DJXvHTVFXxgKPxwCC1MfmHxNySoApA87Pc',
    'ADNbM5fBujCRBW1vqezNeAWmnsLp19ki3n',
    '9xqCpm3DpUYSzcoQSPb5SEGDwn9NRqwZnH',
    'AAAuy82AXsmzfbo4ixdLgkws4RR8C2iUGA',
    '9tp7THhBG3fNNFka1AJm95DU3E4x3pwQA3',
  ],
  tron: ['TNMcQVGPzqH9ZfMCSY4PNrukevtDgp24dK', 'TXWGTT3DMMjmhesVquQ6URhzxdo8uSrry1'],
  // The system program is 32 zero bytes.
  solana: [
    '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
    '11111111111111111111111111111111',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'So11111111111111111111111111111111111111112',
  ],
  // TEP-2, and the examples of TON's documentation.
  ton: [
    'Ef_lZ1T4NCb2mwkme9h2rJfESCE0W34ma9lWp7-_uY3zXDvq',
    'Uf_lZ1T4NCb2mwkme9h2rJfESCE0W34ma9lWp7-_uY3zXGYv',
    'Ef/lZ1T4NCb2mwkme9h2rJfESCE0W34ma9lWp7+/uY3zXDvq',
    'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF',
    'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA',
    '0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e',
    '-1:E56754F83426F69B09267BD876AC97C44821345B7E266BD956A7BFBFB98DF35C',
  ],
  // XLS-5 and its reference implementation.
  ripple: [
    'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59',
    'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
    'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY',
    'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ',
    'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu',
    'XVLhHMPHU98es4dbozjVtdWzVrDjtV8AqEL4xcZj5whKbmc',
    'XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi',
  ],
  // SEP-23.
  stellar: [
    'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
    'GDUY7J7A33TQWOSOQGDO776GGLM3UQERL4J3SPT56F6YS4ID7MLDERI4',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ',
  ],
  beacon_chain: ['bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2', 'BNB1GRPF0955H0YKZQ3AR5NMUM7Y6GDFL6LXFN46H2'],
};

/** Invalid: of test networks, truncated, or with another kind of checksum. */
export const INVALID: Readonly<Record<AddressFamily, readonly string[]>> = {
  evm: [
    '52908400098527886E0F7030069857D2E4169EE7',
    '0x52908400098527886E0F7030069857D2E4169EE',
    '0x52908400098527886E0F7030069857D2E4169EE70',
    '0X52908400098527886E0F7030069857D2E4169EE7',
    '0xg2908400098527886E0F7030069857D2E4169EE7',
    '0x',
  ],
  // Test networks; the lists of invalid addresses of BIP-173 and BIP-350.
  bitcoin: [
    'mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r',
    '2NByiBUaEXrhmqAsg7BbLpcQSAQs1EDwt5w',
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47zagq',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    'bc1rw5uspcuf',
    'bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90',
    'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
    'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du',
    'bc1gmk9yu',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'bc1pw5dgrnzv',
    'bc1QW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ],
  litecoin: [
    'LgfapHEPhZbdRF9pMd5WPT35hFXcZS1USrW',
    '1LgfapHEPhZbRF9pMd5WPT35hFXcZS1USrW',
    'mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r',
  ],
  dogecoin: ['mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r', '2NByiBUaEXrhmqAsg7BbLpcQSAQs1EDwt5w'],
  tron: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
  solana: [
    '1111111111111111111111111111111',
    '111111111111111111111111111111111',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5D0',
  ],
  // The third is for test networks only.
  ton: [
    '0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3',
    '1:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e',
    'kQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPgpP',
    'Ef/lZ1T4NCb2mwkme9h2rJfESCE0W34ma9lWp7-_uY3zXDvq',
    'Ef_lZ1T4NCb2mwkme9h2rJfESCE0W34ma9lWp7-_uY3zXDvr',
  ],
  // Two of test networks, a wrong checksum, a wrong prefix, a tag of 64 bits.
  ripple: [
    'T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ',
    'TVE26TYGhfLC7tQDno7G8dGtxSkYQnSz1uDimDdPYXzSpyw',
    'XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXa',
    'dGzKGt8CVpWoa8aWL1k18tAdy9Won3PxynvbbpkAqp3V47g',
    'XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8zeUygYrCgrPh',
    'sn259rEFXrQrWyx3Q7XneWcwV6dfL',
  ],
  // A contract, a seed, and SEP-23's invalid muxed accounts: lengths, padding, checksum.
  stellar: [
    'CA3D5KRYM6CB7OWQ6TWYRR3Z4T7GNZLKERYNZGGA5SOAOPIFY6YQGAXE',
    'SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN',
    'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSG',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLKA',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLL',
    'ga7qynf7sowq3glr2bgmzehxavirza4kvwltjjfc7mgxua74p7ujvsgz',
  ],
  beacon_chain: ['bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h3', 'tbnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2', 'bnb1'],
};
