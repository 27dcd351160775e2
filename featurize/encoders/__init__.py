# SPDX-License-Identifier: Apache-2.0
"""The models that read text: word vectors, sentence embeddings, entailment, spaCy."""
